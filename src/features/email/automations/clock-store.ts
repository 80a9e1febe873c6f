/* What the clock writes into the inbox. */
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import type { AutomationKey } from "./store.ts";
import type { Facts } from "./tables.ts";

interface Timed extends AutomationKey {
  type: "date" | "inactive" | "schedule";
  source: string;
  facts: Facts;
  at: string;
}

const factsOf = ({ id, facts }: Timed) => sql`${JSON.stringify({ ...facts, automation_id: id })}::jsonb`;

/** For contacts, given as SQL for their ids, for whom the same hasn't started the rule yet. */
export async function insertTimedEvents(db: Db, timed: Timed, contacts: SQL): Promise<void> {
  const { user_id, id, type, source, at } = timed;
  await db.execute(sql`insert into automation_events (user_id, type, contact_id, source, facts, at)
    select ${user_id}, ${type}, c.id, ${source}, ${factsOf(timed)}, ${at}::timestamptz from (${contacts}) c
    where not exists (select from automation_runs r where r.user_id = ${user_id} and r.automation_id = ${id}::uuid
      and coalesce(r.contact_id::text, '') = c.id::text and r.source = ${source})`);
}

/** For nobody in particular. */
export async function insertTimedEvent(db: Db, timed: Timed): Promise<void> {
  const { user_id, type, source, at } = timed;
  await db.execute(sql`insert into automation_events (user_id, type, contact_id, source, facts, at)
    values (${user_id}, ${type}, null, ${source}, ${factsOf(timed)}, ${at}::timestamptz)`);
}

/** Up to `most` contacts for whom a condition is true, as SQL. */
export const selectContacts = (account: string, isMatching: SQL | undefined, most: number) =>
  sql`select contacts.id from contacts where contacts.user_id = ${account} ${isMatching ? sql`and ${isMatching}` : sql``}
    order by contacts.id limit ${most}`;

/** Contacts in a time zone whose date field has one of these days: `2026-02-28`, or `02-28` of any year. As SQL. */
export function selectWithDate({
  account,
  zone,
  field,
  days,
  is_yearly,
}: {
  account: string;
  zone: string | null;
  field: string;
  days: readonly string[];
  is_yearly: boolean;
}): SQL {
  const value = is_yearly ? sql`substr(c.fields->>${field}, 6, 5)` : sql`substr(c.fields->>${field}, 1, 10)`;
  return sql`select c.id from contacts c where c.user_id = ${account} and c.time_zone is not distinct from ${zone}
    and ${value} = any(${sql.param([...days])}::text[])`;
}

export const selectIds = (ids: readonly string[]) => sql`select unnest(${sql.param([...ids])}::uuid[]) as id`;
