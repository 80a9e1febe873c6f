/* The progress of batches: waiting messages, messages that weren't sent, and their recipients. */
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { contacts } from "#src/features/audience/contacts/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { type ListShape, type PageParts, readPage, readPages, sortBy } from "#src/platform/db/list.ts";
import type { BatchKey } from "./batch-store.ts";
import { type DeliveryState, FAIL_REASONS, type FailReason, HELD_UNTIL_DECIDED } from "./rules.ts";
import { batches, deliveries, mailboxIn } from "./tables.ts";

export interface WaitRow {
  sender_index: number;
  count: number;
  /** The time when the first of them may go. */
  due_at: string;
}

/**
 * Returns a batch's waiting messages by sending account. Messages held until someone decides aren't
 * included.
 */
export async function listWaits(db: Db, { user_id, id }: BatchKey): Promise<WaitRow[]> {
  const rows = await rowsOf<WaitRow & { due_at: Date | string }>(
    db,
    sql`select sender_index, count(*)::int as count, min(case when state = 'pending' then due_at else '-infinity' end) as due_at
      from deliveries where user_id = ${user_id} and batch_id = ${id}::uuid
        and (state = 'leased' or state = 'pending' and due_at < ${HELD_UNTIL_DECIDED}::timestamptz) group by sender_index`,
  );
  return rows.map(({ due_at, ...row }) => ({ ...row, due_at: momentOf(due_at) }));
}

/** Leased messages count as going out now. */
function momentOf(at: Date | string | number): string {
  const time = new Date(at).getTime();
  return Number.isNaN(time) ? "" : new Date(time).toISOString();
}

/** Filters for a list of messages. */
export type DeliveryStatus = DeliveryState | "replied";

const count = (where: string) => sql.raw(`count(*) filter (where ${where})::int`);

/** How many messages wait, and what became of the others, as far as they didn't go out. */
export interface ProgressCounts {
  waiting: number;
  /** Of those, the ones held until somebody decides. */
  late: number;
  uncertain: number;
  failed: number;
  reasons: Record<FailReason, number>;
  skipped: number;
  per_minute: number;
}

/** The progress of batches, by id. */
export async function countProgress(
  db: Db,
  { account, ids, now }: { account: string; ids: string[]; now: Date },
): Promise<Map<string, ProgressCounts>> {
  const lastMinute = new Date(now.getTime() - 60_000).toISOString();
  const reasons = Object.keys(FAIL_REASONS).map(
    (reason) => sql`${reason}::text, ${count(`state = 'failed' and reason = '${reason}'`)}`,
  );
  const rows = await rowsOf<ProgressCounts & { batch_id: string }>(
    db,
    sql`select batch_id, ${count("state in ('pending', 'leased')")} as waiting,
      ${count("state = 'pending' and reason = 'late'")} as late,
      ${count("state = 'uncertain'")} as uncertain,
      ${count("state = 'failed'")} as failed,
      json_build_object(${sql.join(reasons, sql`, `)}) as reasons,
      ${count("state = 'skipped'")} as skipped,
      count(*) filter (where handed_over_at > ${lastMinute}::timestamptz)::int as per_minute
      from deliveries where user_id = ${account} and batch_id = any(${sql.param(ids)}::uuid[])
      group by batch_id`,
  );
  return new Map(rows.map(({ batch_id, ...progress }) => [batch_id, progress]));
}

const DELIVERIES: ListShape<"contact"> = {
  sorts: { contact: sortBy(deliveries.contact_id) },
  tie: [],
  usual: { sort: "contact", order: "asc" },
};

type AskedDeliveries = BatchKey & { status?: DeliveryStatus | undefined; rows: number };

const MAILBOX = sql<string | null>`${sql.raw(mailboxIn("batches", "deliveries"))}`;

/** A batch's recipients with their addresses, if they still have one. */
const deliveriesOf =
  (db: Db, { user_id, id, status }: AskedDeliveries) =>
  ({ key, after, orderBy, limit }: PageParts) =>
    db
      .select({ key, delivery: deliveries, email: contacts.email, name: contacts.name, mailbox_id: MAILBOX })
      .from(deliveries)
      .innerJoin(batches, and(eq(batches.user_id, deliveries.user_id), eq(batches.id, deliveries.batch_id)))
      .leftJoin(
        contacts,
        and(eq(contacts.user_id, deliveries.user_id), eq(contacts.id, deliveries.contact_id)),
      )
      .where(and(eq(deliveries.user_id, user_id), eq(deliveries.batch_id, id), isOfStatus(status), after))
      .orderBy(...orderBy)
      .limit(limit);

function isOfStatus(status: DeliveryStatus | undefined) {
  if (status === "replied") return isNotNull(deliveries.replied_at);
  return status === undefined ? undefined : eq(deliveries.state, status);
}

export function listDeliveryRows(db: Db, asked: AskedDeliveries & { cursor?: string | undefined }) {
  const { cursor, rows } = asked;
  return readPage({ shape: DELIVERIES, request: { cursor }, rows }, deliveriesOf(db, asked));
}

/** All of them, with only a part in memory at a time. */
export function listDeliveryBatches(db: Db, asked: AskedDeliveries) {
  const { user_id: account, rows } = asked;
  return readPages({ shape: DELIVERIES, rows, account }, deliveriesOf(db, asked));
}
