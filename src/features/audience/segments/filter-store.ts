/* SQL for the contacts in a segment, for the statements of other slices. */
import { type SQL, sql } from "drizzle-orm";
import { matching, toFilter } from "#src/features/audience/contacts/contacts.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { Segment } from "./audience-contract.ts";

export interface AudienceTime {
  now: string;
  /** True for who's in the filter's segment then. Undefined if it has none, or it's gone. */
  isInSegment: SQL | undefined;
}

/** The contacts as a subquery. */
export function contactsIn(
  account: string,
  { tags, profile_ids, filter = {} }: Segment,
  at: AudienceTime,
): SQL {
  const { days, ...rest } = filter;
  const { now, isInSegment } = at;
  const matches = matching({
    ...toFilter(account, rest),
    isInSegment,
    ...(days !== undefined && { since: daysBefore(now, days) }),
  });
  return sql`(select * from contacts where ${matches} and ${isOneOf(tags, profile_ids)})`;
}

/** Counts days like the table of leads. */
function daysBefore(now: string, days: number): string {
  return new Date((Math.floor(Date.parse(now) / DAY_MS) - days) * DAY_MS).toISOString();
}

function isOneOf(tags: readonly string[], profileIds: readonly string[]): SQL {
  if (tags.length === 0 && profileIds.length === 0) return sql`true`;
  return sql`(contacts.tags && ${sql.param(tags)}::text[] or contacts.profile_ids && ${sql.param(profileIds)}::uuid[])`;
}

/** Returns those of these tags that no contact has. */
export async function listUnusedTags(db: Db, account: string, tags: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ tag: string }>(
    db,
    sql`select tag from unnest(${sql.param(tags)}::text[]) as asked (tag) where not exists (
      select 1 from contacts c where c.user_id = ${account} and c.tags @> array[tag])`,
  );
  return rows.map(({ tag }) => tag);
}
