import { inArray, sql } from "drizzle-orm";
import { ADDRESSES } from "#src/features/pages/links/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { signalChecks } from "./tables.ts";

const uuids = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`;
const texts = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`;

/** Takes pages that changed off the list, and says which of their links have new addresses. */
export async function deleteChecks(db: Db, most: number) {
  const taken = db.select({ id: signalChecks.id }).from(signalChecks).orderBy(signalChecks.id).limit(most);
  return db
    .delete(signalChecks)
    .where(inArray(signalChecks.id, taken))
    .returning({ profile_id: signalChecks.profile_id, link_id: signalChecks.link_id });
}

/** Has every page examined again, those that wait for it already once. */
export async function insertEveryCheck(db: Db): Promise<void> {
  await db.execute(
    sql`insert into signal_checks (profile_id) select p.id from client_profiles p where p.deleted_at is null and p.draft_of is null
      and not exists (select from signal_checks c where c.profile_id = p.id)`,
  );
}

/** Has pages with a link to one of these hosts examined again. */
export async function insertChecksOfHosts(db: Db, hosts: readonly string[]): Promise<void> {
  if (hosts.length === 0) return;
  await db.execute(sql`insert into signal_checks (profile_id)
    select distinct l.profile_id from link_targets t join links l on l.id = t.link_id where t.host = any(${texts(hosts)})`);
}

/** Has pages with a link to one of these addresses examined again, if nothing was found about that yet. */
export async function insertChecksOfAddresses(
  db: Db,
  { keys, most }: { keys: readonly string[]; most: number },
): Promise<void> {
  if (keys.length === 0) return;
  await db.execute(sql`insert into signal_checks (profile_id)
    select distinct l.profile_id from link_targets t join links l on l.id = t.link_id
    join client_profiles p on p.id = l.profile_id and p.deleted_at is null and p.draft_of is null
    where t.url_key = any(${texts(keys)}) and l.deleted_at is null
      and not exists (select from signal_hits h where h.signal = 'shared_link' and h.subject = l.profile_id::text)
    limit ${most}`);
}

export interface ExaminedPage {
  id: string;
  owner_id: string;
  username: string;
  display_name: string;
  text: string;
}

/** Those that visitors could see, or could see again. */
export function listExaminedPages(db: Db, ids: readonly string[]): Promise<ExaminedPage[]> {
  return rowsOf<ExaminedPage>(
    db,
    sql`select p.id, p.user_id as owner_id, p.username, coalesce(p.display_name, '') as display_name,
        concat_ws(chr(10), p.display_name, p.public_notes, p.promotion_text, p.disclaimer_text, p.lead_capture_title,
          p.lead_capture_description, p.button_text) as text
      from client_profiles p where p.id = any(${uuids(ids)}) and p.deleted_at is null and p.draft_of is null`,
  );
}

export interface ExaminedLink {
  id: string;
  profile_id: string;
  text: string;
  addresses: (string | null)[];
}

export function listExaminedLinks(db: Db, profileIds: readonly string[]): Promise<ExaminedLink[]> {
  return rowsOf<ExaminedLink>(
    db,
    sql`select l.id, l.profile_id, concat_ws(chr(10), l.title, l.description) as text, ${sql.raw(ADDRESSES)} as addresses
      from links l where l.profile_id = any(${uuids(profileIds)}) and l.deleted_at is null order by l.position, l.id`,
  );
}

/** How many accounts have links to each of these addresses, as far as they’re at least so many. */
export async function countSharing(
  db: Db,
  { keys, least }: { keys: readonly string[]; least: number },
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await rowsOf<{ url_key: string; accounts: number }>(
    db,
    sql`select url_key, count(distinct account)::int as accounts from link_targets
      where url_key = any(${texts(keys)}) group by url_key having count(distinct account) >= ${least}`,
  );
  return new Map(rows.map(({ url_key, accounts }) => [url_key, accounts]));
}

/** Hosts that links lead to, in order. */
export async function listLinkedHosts(
  db: Db,
  { after, most }: { after: string; most: number },
): Promise<string[]> {
  const rows = await rowsOf<{ host: string }>(
    db,
    sql`select host from link_hosts where host > ${after} order by host limit ${most}`,
  );
  return rows.map(({ host }) => host);
}
