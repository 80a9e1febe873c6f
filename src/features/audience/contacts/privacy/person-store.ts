import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { PersonSource } from "../tables.ts";

/** This slice's data: names of team members, and the account's own ids, aren't about the contact. */
const OWN: readonly PersonSource[] = [
  {
    name: "history",
    rows: ({ account, ids }) => sql`select kind, at, data from contact_timeline
      where user_id = ${account} and contact_id = any(${ids}::uuid[]) order by at, id`,
  },
  {
    name: "consents",
    rows: ({
      account,
      ids,
    }) => sql`select topic, state, text, version, method, given_at, confirmed_at, ended_at
      from contact_consents where user_id = ${account} and contact_id = any(${ids}::uuid[]) order by topic, given_at`,
  },
  {
    name: "suppressions",
    rows: ({ account, ids, email_hash }) => sql`select reason, wish, scope, note, created_at from suppressions
      where user_id = ${account} and email_hash in (select ${email_hash} union all select f.email_hash
        from former_contacts f where f.user_id = ${account} and f.id = any(${ids}::uuid[])) order by created_at, id`,
  },
  {
    name: "tasks",
    rows: ({ account, ids }) => sql`select title, due_at, done_at, created_at from contact_tasks
      where user_id = ${account} and contact_id = any(${ids}::uuid[]) order by created_at, id`,
  },
  {
    name: "merged_leads",
    rows: ({
      account,
      ids,
    }) => sql`select at, (undo->'gone') - 'user_id' - 'owner_id' as lead from contact_merges
      where user_id = ${account} and id = any(${ids}::uuid[]) order by at, id`,
  },
  {
    name: "requests",
    rows: ({ account, email_hash }) => sql`select kind, at from contact_requests
      where user_id = ${account} and email_hash = ${email_hash} order by at, id`,
  },
];

export async function listRowsAbout(
  db: Db,
  { ids, ...of }: { account: string; ids: readonly string[]; email: string; email_hash: string },
  sources: readonly PersonSource[],
): Promise<[string, object[]][]> {
  const found: [string, object[]][] = [];
  for (const { name, rows } of [...OWN, ...sources])
    found.push([name, await rowsOf(db, rows({ ...of, ids: `{${ids.join(",")}}` }))]);
  return found;
}
