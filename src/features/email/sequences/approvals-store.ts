import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { isReaching } from "./store.ts";

/** How many people were let in by hand since then, into sequences that reach people. */
export async function countByHand(
  db: Db,
  { user_id, since }: { user_id: string; since: string },
): Promise<number> {
  const [row] = await rowsOf<{ count: string }>(
    db,
    sql`select count(*) as count from sequences s
      join enrollments e on e.user_id = s.user_id and e.sequence_id = s.id and e.entered_at > ${since}::timestamptz
      join sequence_versions v on v.user_id = e.user_id and v.sequence_id = e.sequence_id and v.version = e.version
      where s.user_id = ${user_id} and e.source like 'by hand %' and ${isReaching("v")}`,
  );
  return Number(row?.count ?? 0);
}
