import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { IS_SHOWN } from "#src/features/pages/profiles/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { LINK_IS_SHOWN, linkChecks } from "../tables.ts";
import { CHECKED_FIELDS } from "./rules.ts";

export type CheckRow = typeof linkChecks.$inferSelect;
type CheckKey = Pick<CheckRow, "link_id" | "field" | "url">;

/** SQL for the addresses that are checked: those that visitors get to, of links that they see, on the web. */
const CHECKED = sql.raw(
  `l.kind in ('link', 'support', 'picture', 'embed') and (a.field = 'url') <> l.is_ab_test and a.url ~* '^https?://'
    and ${LINK_IS_SHOWN} and ${IS_SHOWN}`,
);
const ADDRESSES = sql.raw(
  `cross join lateral (values ${CHECKED_FIELDS.map((field) => `('${field}', l.${field})`).join(", ")}) as a (field, url)`,
);
const OF_LINKS = sql`links l join client_profiles p on p.id = l.profile_id join users u on u.id = p.user_id ${ADDRESSES}`;
/** The host that a URL names, in lowercase. */
const HOST = sql.raw("lower(substring(a.url from '^[a-zA-Z]+://([^/?#]+)'))");

/** Adds links that aren't checked yet, each at its own time within a day, and forgets those that aren't to be anymore. */
export async function upsertChecks(db: Db, { now, most }: { now: string; most: number }): Promise<number> {
  await db.execute(sql`delete from link_checks c where not exists (
    select from ${OF_LINKS} where l.id = c.link_id and a.field = c.field and a.url = c.url and ${CHECKED})`);
  const added = await rowsOf(
    db,
    sql`insert into link_checks (link_id, field, profile_id, user_id, url, host, state, next_check_at)
        select l.id, a.field, l.profile_id, l.user_id, a.url, ${HOST}, 'ok', ${now}::timestamptz + random() * interval '1 day'
        from ${OF_LINKS} where ${CHECKED} and not exists (
          select from link_checks c where c.link_id = l.id and c.field = a.field)
        limit ${most} on conflict do nothing returning 1`,
  );
  return added.length;
}

/** Takes what's due, a few of each host, and leaves the rest of a host for later. */
export function claimDueChecks(
  db: Db,
  { now, until, perHost, most }: { now: string; until: string; perHost: number; most: number },
): Promise<Pick<CheckRow, "link_id" | "host">[]> {
  return rowsOf(
    db,
    sql`update link_checks set next_check_at = ${until} where (link_id, field) in (
          select link_id, field from (
            select link_id, field, next_check_at, row_number() over (partition by host order by next_check_at) as place
            from link_checks where next_check_at <= ${now}) due
          where place <= ${perHost} order by next_check_at limit ${most})
        returning link_id, host`,
  );
}

/** Lists what's known of links' addresses, with `host` only of those there. */
export function listChecks(
  db: Db,
  { ids, host }: { ids: readonly string[]; host?: string | undefined },
): Promise<CheckRow[]> {
  const there = host === undefined ? undefined : eq(linkChecks.host, host);
  return db
    .select()
    .from(linkChecks)
    .where(and(inArray(linkChecks.link_id, [...ids]), there))
    .orderBy(asc(linkChecks.link_id), asc(linkChecks.field));
}

/** True if the link is still to be checked at this address. */
export async function isChecked(db: Db, { link_id, field, url }: CheckKey): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select from ${OF_LINKS} where l.id = ${link_id} and a.field = ${field} and a.url = ${url} and ${CHECKED}`,
  );
  return rows.length > 0;
}

/** Changes a check of this very address. */
export async function updateCheck(
  db: Db,
  { link_id, field, url }: CheckKey,
  changes: Partial<CheckRow>,
): Promise<void> {
  await db
    .update(linkChecks)
    .set(changes)
    .where(and(eq(linkChecks.link_id, link_id), eq(linkChecks.field, field), eq(linkChecks.url, url)));
}

/** Adds a link to those that are checked, if it's one of them. */
export async function insertCheck(db: Db, { id, now }: { id: string; now: string }): Promise<void> {
  await db.execute(sql`
    insert into link_checks (link_id, field, profile_id, user_id, url, host, state, next_check_at)
    select l.id, a.field, l.profile_id, l.user_id, a.url, ${HOST}, 'ok', ${now}::timestamptz from ${OF_LINKS}
    where l.id = ${id} and ${CHECKED}
    on conflict (link_id, field) do update set url = excluded.url, host = excluded.host, state = 'ok', reason = null,
      failed_at = null, told_at = null where link_checks.url <> excluded.url`);
}

/** Returns which addresses of a page's links don't work and why, by the links' ids. */
export async function listProblems(
  db: Db,
  profileId: string,
): Promise<Map<string, Pick<CheckRow, "link_id" | "field" | "url" | "reason">[]>> {
  const { link_id, field, url, reason } = linkChecks;
  const rows = await db
    .select({ link_id, field, url, reason })
    .from(linkChecks)
    .where(and(eq(linkChecks.profile_id, profileId), eq(linkChecks.state, "dead")))
    .orderBy(asc(field));
  return Map.groupBy(rows, (row) => row.link_id);
}

/** Lists the accounts with dead links that they haven't been told of. */
export async function listUntold(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ account: linkChecks.user_id })
    .from(linkChecks)
    .where(and(eq(linkChecks.state, "dead"), isNull(linkChecks.told_at)))
    .limit(most);
  return rows.map(({ account }) => account);
}

/** Marks an account's dead links as told, and returns them. */
export function updateTold(db: Db, { account, now }: { account: string; now: string }): Promise<CheckRow[]> {
  return db
    .update(linkChecks)
    .set({ told_at: now })
    .where(and(eq(linkChecks.user_id, account), eq(linkChecks.state, "dead"), isNull(linkChecks.told_at)))
    .returning();
}

export interface DeadLink {
  title: string;
  url: string;
  reason: string | null;
}

/** Lists what was told at a time and still doesn't work. */
export function listTold(db: Db, { account, at }: { account: string; at: string }): Promise<DeadLink[]> {
  return rowsOf(
    db,
    sql`select l.title, c.url, c.reason from link_checks c join links l on l.id = c.link_id ${ADDRESSES}
        where a.field = c.field and a.url = c.url and c.user_id = ${account} and c.told_at = ${at} and c.state = 'dead' and l.deleted_at is null
        order by l.profile_id, l.position, c.field limit 100`,
  );
}

export async function deleteChecksOf(db: Db, profileId: string): Promise<void> {
  await db.delete(linkChecks).where(eq(linkChecks.profile_id, profileId));
}
