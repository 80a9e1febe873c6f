/* Sums of sent e-mail by the definitions of email.md 5.11. */
import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { Counts, Times } from "../metrics-contract.ts";
import { isAssignedTo, mailboxIn } from "../send/sender-assignment-store.ts";
import { REPORTING_HOSTS } from "./metrics.ts";

/** An account's e-mail: what was sent between two moments, or what certain batches sent. */
export interface Scope {
  account: string;
  /** In milliseconds, `to` exclusive. */
  period?: { from: number; to: number };
  batchIds?: readonly string[] | undefined;
  mailboxId?: string | undefined;
}

const iso = (time: number) => new Date(time).toISOString();
const list = (values: readonly string[]) => `{${values.join(",")}}`;

/** Matches the rows of a table that belong to a scope. `time` is the column with the time of sending. */
export function inScope({ account, period, batchIds, mailboxId }: Scope, table: string, time: string): SQL {
  const column = (name: string) => sql.raw(`${table}.${name}`);
  return sql`${column("user_id")} = ${account}
    ${period ? sql`and ${column(time)} >= ${iso(period.from)}::timestamptz and ${column(time)} < ${iso(period.to)}::timestamptz` : sql``}
    ${batchIds ? sql`and ${column("batch_id")} = any(${list(batchIds)}::uuid[])` : sql``}
    ${
      mailboxId === undefined
        ? sql``
        : sql`and ${isAssignedTo(table, { user_id: account, mailbox_id: mailboxId })}`
    }`;
}

const FIGURES = [
  ...["sent", "refused", "returned", "bounced_hard", "bounced_soft", "complained", "replied"],
  ...["unsubscribed", "opened", "machine_opened", "clicked", "clicked_unopened", "machine_clicked"],
];
/** What rows of `sentRollups` add up to. */
export const COUNTS: SQL = sql.raw(
  [
    ...FIGURES.map((name) => `coalesce(sum(${name}), 0)::float8 as ${name}`),
    "coalesce(sum(sent - returned), 0)::float8 as delivered",
    "coalesce(sum(sent - returned) filter (where reports), 0)::float8 as delivered_reporting",
    "coalesce(sum(sent - returned) filter (where is_tracked), 0)::float8 as delivered_tracked",
  ].join(", "),
);

/** The rollups of a scope's e-mail, as a table with the columns that decide how they count. */
export function sentRollups(scope: Scope): SQL {
  return sql`select r.*, ${sql.raw(mailboxIn("k", "r"))} as mailbox_id, k.tracking = 'each' as is_tracked,
      r.host = any(${list(REPORTING_HOSTS)}::text[]) or c.host is not null as reports
    from mail_rollups r
    join batches k on k.user_id = r.user_id and k.id = r.batch_id
    left join (select distinct host from mail_rollups
      where user_id = ${scope.account} and kind = 'sent' and complained > 0) c on c.host = r.host
    where ${inScope(scope, "r", "at")} and r.kind = 'sent'`;
}

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
  const own = sql`user_id = ${account} and batch_id = any(${list(ids)}::uuid[])`;
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
