/* Campaigns that a profile's page shows to everyone. */
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { batches } from "#src/features/email/delivery/tables.ts";
import { IS_SHOWN } from "#src/features/pages/profiles/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { campaigns } from "../tables.ts";

export interface ArchiveOwner {
  profile_id: string;
  user_id: string;
  username: string;
  domain: string | null;
  name: string;
}

/** Returns the profile that visitors see at a username, or that recently had it. */
export async function findArchiveOwner(
  db: Db,
  username: string,
  now: string,
): Promise<ArchiveOwner | undefined> {
  const [row] = await rowsOf<ArchiveOwner>(
    db,
    sql`select p.id as profile_id, p.user_id, p.username, p.domain,
        coalesce(nullif(trim(p.display_name), ''), p.name) as name
      from client_profiles p join users u on u.id = p.user_id
      where ${sql.raw(IS_SHOWN)} and (p.username = ${username} or p.id = (select o.profile_id from old_usernames o
        where o.username = ${username} and o.kept_until > ${now}::timestamptz))
      order by p.username = ${username} desc limit 1`,
  );
  return row;
}

type ArchiveScope = Pick<ArchiveOwner, "user_id" | "profile_id">;

const isArchived = ({ user_id, profile_id }: ArchiveScope) =>
  and(
    eq(campaigns.user_id, user_id),
    eq(campaigns.archive_profile_id, profile_id),
    inArray(campaigns.state, ["sending", "sent"]),
  );

export interface ArchivedRow {
  id: string;
  started_at: string | null;
}

/** Newest first, without the content, which is large. */
export function listArchived(db: Db, place: ArchiveScope, rows: number): Promise<ArchivedRow[]> {
  const { id, started_at } = campaigns;
  return db
    .select({ id, started_at })
    .from(campaigns)
    .where(isArchived(place))
    .orderBy(desc(started_at), desc(id))
    .limit(rows);
}

export async function findArchived(
  db: Db,
  place: ArchiveScope,
  id: string,
): Promise<ArchivedRow | undefined> {
  const [row] = await db
    .select({ id: campaigns.id, started_at: campaigns.started_at })
    .from(campaigns)
    .where(and(isArchived(place), eq(campaigns.id, id)));
  return row;
}

/** Returns the subjects and first lines of campaigns, by id, as they were written. */
export async function listHeadings(
  db: Db,
  user_id: string,
  ids: string[],
): Promise<Map<string, { subject: string; preheader: string }>> {
  const rows = await db
    .select({
      id: batches.id,
      subject: sql<string>`coalesce(${batches.snapshot}->>'subject', '')`,
      preheader: sql<string>`coalesce(${batches.snapshot}->>'preheader', '')`,
    })
    .from(batches)
    .where(and(eq(batches.user_id, user_id), inArray(batches.id, ids)));
  return new Map(rows.map(({ id, ...heading }) => [id, heading]));
}
