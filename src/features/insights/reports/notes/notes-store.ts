import { and, count, eq, sql } from "drizzle-orm";
import { firstIdAt } from "#src/lib/ids.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { isOfLivingPage } from "../report-store.ts";
import { analyticsNotes } from "../tables.ts";
import type { HistoryKind } from "./note-rules.ts";

export type NoteRow = typeof analyticsNotes.$inferSelect;

interface Owned {
  account: string;
  id: string;
}

const owned = ({ account, id }: Owned) => and(eq(analyticsNotes.user_id, account), eq(analyticsNotes.id, id));

/** False if it’s there already. */
export async function insertNote(db: Db, row: NoteRow): Promise<boolean> {
  const rows = await db
    .insert(analyticsNotes)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: analyticsNotes.id });
  return rows.length > 0;
}

export async function findNote(db: Db, key: Owned): Promise<NoteRow | undefined> {
  const [row] = await db.select().from(analyticsNotes).where(owned(key));
  return row;
}

export async function deleteNote(db: Db, key: Owned): Promise<void> {
  await db.delete(analyticsNotes).where(owned(key));
}

export async function countNotes(db: Db, account: string): Promise<number> {
  const [row] = await db
    .select({ notes: count() })
    .from(analyticsNotes)
    .where(and(eq(analyticsNotes.user_id, account), isOfLivingPage(analyticsNotes.profile_id)));
  return row?.notes ?? 0;
}

interface MarksOf {
  account: string;
  profileId: string;
  /** Moments. */
  from: string;
  to: string;
  /** The days that these moments are on, where the clock is that of the reader. */
  firstDay: string;
  lastDay: string;
}

export function listNotes(
  db: Db,
  { account, profileId, from, to, firstDay, lastDay }: MarksOf,
): Promise<NoteRow[]> {
  const { user_id, profile_id, day, at } = analyticsNotes;
  return db
    .select()
    .from(analyticsNotes)
    .where(
      and(
        eq(user_id, account),
        sql`(${profile_id} is null or ${profile_id} = ${profileId})`,
        sql`(${day} between ${firstDay}::date and ${lastDay}::date or (${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz))`,
      ),
    );
}

const LOOK = [
  "theme_settings",
  "background_image_url",
  "background_video_url",
  "overlay_color",
  "overlay_opacity",
];

/** What each event says was done on the page. Null for everything else. */
const KIND = sql`case name
  when 'link.created' then 'links_added' when 'link.duplicated' then 'links_added'
  when 'link.restored' then 'links_added' when 'link.deleted' then 'links_deleted'
  when 'link.updated' then case when payload->'fields' ? 'is_visible' then 'links_shown_or_hidden' else 'links_changed' end
  when 'links.changed' then case payload->>'action' when 'delete' then 'links_deleted' when 'hide' then 'links_shown_or_hidden'
    when 'show' then 'links_shown_or_hidden' when 'tag' then null when 'untag' then null when 'folder' then null else 'links_changed' end
  when 'profile.created' then 'page_on'
  when 'profile.status_changed' then case when payload->>'status' = 'active' then 'page_on' else 'page_off' end
  when 'profile.updated' then case when payload->'fields' ?| array[${sql.raw(LOOK.map((field) => `'${field}'`).join(","))}] then 'look_changed' end
  when 'campaign.moved' then case when payload->>'to' = 'sent' then 'campaign_sent' end end`;

/** How many were changed at once. With several pages, nobody knows how many were on which. */
const LINKS = sql`case when name = 'links.changed' and jsonb_array_length(payload->'profile_ids') = 1
  then (payload->>'count')::int else 1 end`;

export interface HistoryRow {
  kind: HistoryKind;
  day: string;
  count: number;
}

/** Counts what was done on a page, and what the account sent, per day and kind. Hundreds of changes are one row. */
export function listHistory(
  db: Db,
  {
    account,
    profileId,
    from,
    to,
    tz,
    withCampaigns,
  }: Pick<MarksOf, "account" | "profileId" | "from" | "to"> & {
    tz: string;
    withCampaigns: boolean;
  },
): Promise<HistoryRow[]> {
  // Events have ids that sort by time, so this is one range of the key.
  return rowsOf(
    db,
    sql`select kind, day, sum(links)::int as count from (
          select ${KIND} as kind, ${LINKS} as links, to_char(time at time zone ${tz}::text, 'YYYY-MM-DD') as day from events
          where account = ${account} and id >= ${firstIdAt(from)} and id < ${firstIdAt(to)}
            and time >= ${from}::timestamptz and time < ${to}::timestamptz
            and (subject = ${profileId} and name in ('profile.created', 'profile.status_changed', 'profile.updated')
              or payload->>'profile_id' = ${profileId} and name like 'link.%'
              or name = 'links.changed' and payload->'profile_ids' ? ${profileId}::text
              or ${withCampaigns} and name = 'campaign.moved')
        ) done where kind is not null group by 1, 2 order by 2, 1`,
  );
}
