/* Sums of sent e-mail by the definitions of email.md 5.11. */
import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { COUNTS, sentRollups } from "../figure-tables.ts";
import type { Counts, Times } from "../metrics-contract.ts";

/** The counts of batches, by id. Those that have sent nothing so far are left out. */
export async function countBatches(
  db: Db,
  { account, ids }: { account: string; ids: readonly string[] },
): Promise<Map<string, Counts>> {
  const rows = await rowsOf<Counts & { batch_id: string }>(
    db,
    sql`with known as (${sentRollups({ account, batchIds: ids })}),
      summed as (select batch_id, ${COUNTS} from known group by batch_id)
      select s.*, (select sum(n)::float8 from unnest(k.sender_recipients) n) as recipients from summed s
      join batches k on k.user_id = ${account} and k.id = s.batch_id`,
  );
  return new Map(rows.map(({ batch_id, ...counts }) => [batch_id, counts]));
}

/** How often batches that keep only totals were opened and clicked, by id. */
export async function countTotals(
  db: Db,
  { account, ids }: { account: string; ids: readonly string[] },
): Promise<Map<string, Times>> {
  const own = sql`user_id = ${account} and batch_id = any(${sql.param([...ids])}::uuid[])`;
  const rows = await rowsOf<Times & { batch_id: string }>(
    db,
    sql`with times as (
        select batch_id, is_machine, opens, 0 as clicks from mail_opens where ${own}
        union all select batch_id, is_machine, 0, clicks from mail_clicks where ${own}
      )
      select batch_id, coalesce(sum(opens) filter (where not is_machine), 0)::float8 as opens,
        coalesce(sum(opens) filter (where is_machine), 0)::float8 as machine_opens,
        coalesce(sum(clicks) filter (where not is_machine), 0)::float8 as clicks,
        coalesce(sum(clicks) filter (where is_machine), 0)::float8 as machine_clicks
      from times group by batch_id`,
  );
  return new Map(rows.map(({ batch_id, ...times }) => [batch_id, times]));
}
