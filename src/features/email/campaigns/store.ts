import { and, desc, eq, getTableColumns, gte, inArray, lt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { contactSettings } from "#src/features/audience/contacts/tables.ts";
import { lockBatch } from "#src/features/email/delivery/delivery.ts";
import { snapshotIn } from "#src/features/email/delivery/tables.ts";
import { mailSenders } from "#src/features/email/templates/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { type ListShape, readPage, sortBy } from "#src/platform/db/list.ts";
import { type CampaignState, EDITABLE_STATES, LATE_MINUTES } from "./rules.ts";
import { campaigns } from "./tables.ts";

export type CampaignRow = typeof campaigns.$inferSelect;
type Key = Pick<CampaignRow, "user_id" | "id">;
const CALENDAR_ROWS = 500;

const isIt = ({ user_id, id }: Key) => and(eq(campaigns.user_id, user_id), eq(campaigns.id, id));

const LIST: ListShape<"newest"> = {
  sorts: { newest: sortBy(campaigns.created_at) },
  tie: [campaigns.id],
  usual: { sort: "newest", order: "desc" },
};

/** Content can be large, and lists don't show it. */
const { html: _html, blocks: _blocks, ...LISTED } = getTableColumns(campaigns);
export type ListedCampaign = Omit<CampaignRow, "html" | "blocks">;

/** What was sent, for exports. */
export const CAMPAIGN_SNAPSHOT: SQL = sql.raw(snapshotIn("campaigns"));

/** Newest first. */
export function listCampaignRows(
  db: Db,
  { account, cursor, rows }: { account: string; cursor?: string | undefined; rows: number },
) {
  return readPage({ shape: LIST, request: { cursor }, rows }, ({ key, after, orderBy, limit }) =>
    db
      .select({ key, campaign: LISTED })
      .from(campaigns)
      .where(and(eq(campaigns.user_id, account), after))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** The names of campaigns that can still go out and have a segment in their audience. */
export async function listCampaignsWithSegment(
  db: Db,
  account: string,
  segmentId: string,
): Promise<string[]> {
  const rows = await db
    .select({ name: campaigns.name })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.user_id, account),
        inArray(campaigns.state, [...EDITABLE_STATES]),
        // Ids are nobody else's, wherever in the condition they are.
        sql`position(${segmentId} in lower(${campaigns.audience}::text)) > 0`,
      ),
    )
    .orderBy(campaigns.name);
  return rows.map(({ name }) => name);
}

/** For segments, which name them. */
export function listCampaignNames(db: Db, account: string): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .where(eq(campaigns.user_id, account))
    .orderBy(desc(campaigns.created_at), campaigns.id);
}

export async function findCampaign(db: Db, key: Key): Promise<CampaignRow | undefined> {
  const [row] = await db.select().from(campaigns).where(isIt(key));
  return row;
}

/** Locks the row until the transaction ends, after its batch's row, the order in which delivery locks them. */
export async function lockCampaign(db: Db, key: Key): Promise<void> {
  await lockBatch(db, key);
  await db.select({ id: campaigns.id }).from(campaigns).where(isIt(key)).for("update");
}

/** False if the account already has a campaign with this id. */
export async function insertCampaign(db: Db, row: typeof campaigns.$inferInsert): Promise<boolean> {
  const rows = await db.insert(campaigns).values(row).onConflictDoNothing().returning({ id: campaigns.id });
  return rows.length > 0;
}

export async function countDrafts(db: Db, account: string): Promise<number> {
  return db.$count(campaigns, and(eq(campaigns.user_id, account), eq(campaigns.state, "draft")));
}

export async function updateCampaignRow(
  db: Db,
  { user_id, id, ...changes }: Key & Partial<CampaignRow>,
): Promise<void> {
  await db.update(campaigns).set(changes).where(isIt({ user_id, id }));
}

/** Moves a campaign from one state to another. False if someone else was first. */
export async function updateCampaignState(
  db: Db,
  {
    user_id,
    id,
    from,
    to,
    ...changes
  }: Key & { from: CampaignState; to: CampaignState } & Partial<CampaignRow>,
): Promise<boolean> {
  const rows = await db
    .update(campaigns)
    .set({ ...changes, state: to })
    .where(and(isIt({ user_id, id }), eq(campaigns.state, from)))
    .returning({ id: campaigns.id });
  return rows.length > 0;
}

/** Reschedules a campaign. False if it isn't scheduled anymore. */
export async function updateScheduledRow(db: Db, key: Key, changes: Partial<CampaignRow>): Promise<boolean> {
  const rows = await db
    .update(campaigns)
    .set(changes)
    .where(and(isIt(key), eq(campaigns.state, "scheduled")))
    .returning({ id: campaigns.id });
  return rows.length > 0;
}

export async function deleteCampaignRow(db: Db, key: Key): Promise<void> {
  await db.delete(campaigns).where(isIt(key));
}

/** The files of campaigns of all accounts. Copies of one that was sent have them, too. */
export function listCampaignFiles(db: Db): Promise<Pick<CampaignRow, "user_id" | "attachments">[]> {
  const { user_id, attachments } = campaigns;
  return db.select({ user_id, attachments }).from(campaigns).where(ne(attachments, []));
}

/** Lists campaigns of all accounts that should have started by then. */
export function listDue(db: Db, by: string, most: number): Promise<CampaignRow[]> {
  return db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.state, "scheduled"), lte(campaigns.scheduled_at, by)))
    .orderBy(campaigns.scheduled_at)
    .limit(most);
}

/** Campaigns of all accounts that are to be started by a job. */
export function listPreparing(db: Db): Promise<Key[]> {
  const { user_id, id, state } = campaigns;
  return db.select({ user_id, id }).from(campaigns).where(eq(state, "preparing"));
}

/** Lists campaigns whose start was cut off too long ago to be resumed on its own. */
export function listStalled(db: Db, now: Date): Promise<Key[]> {
  return rowsOf(
    db,
    sql`select k.user_id, k.id from campaigns k where k.state = 'preparing'
      and k.state_at < ${now.toISOString()}::timestamptz - make_interval(mins => coalesce(
        (select s.late_minutes from campaign_settings s where s.user_id = k.user_id), ${LATE_MINUTES}::int))`,
  );
}

/** Lists an account's past and scheduled campaigns within a time span. */
export function listBetween(
  db: Db,
  account: string,
  { from, until }: { from: string; until: string },
): Promise<CampaignRow[]> {
  const { user_id, state, scheduled_at, started_at } = campaigns;
  const isAhead = and(eq(state, "scheduled"), gte(scheduled_at, from), lt(scheduled_at, until));
  return db
    .select()
    .from(campaigns)
    .where(and(eq(user_id, account), or(isAhead, and(gte(started_at, from), lt(started_at, until)))))
    .orderBy(sql`coalesce(${started_at}, ${scheduled_at})`, campaigns.id)
    .limit(CALENDAR_ROWS);
}

/** Returns the keys of an account's custom fields. */
export async function listFieldKeys(db: Db, account: string): Promise<string[]> {
  const [row] = await db
    .select({ fields: contactSettings.fields })
    .from(contactSettings)
    .where(eq(contactSettings.user_id, account));
  return (row?.fields ?? []).map(({ key }) => key);
}

export async function findPostalAddress(db: Db, account: string): Promise<string> {
  const [row] = await db.select().from(mailSenders).where(eq(mailSenders.user_id, account));
  return row?.postal_address ?? "";
}
