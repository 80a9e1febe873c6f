import { and, asc, eq, gt, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { contacts } from "#src/features/audience/contacts/tables.ts";
import { mailboxes } from "#src/features/email/sending-accounts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { hasAddressChangedSince } from "../feedback/feedback-store.ts";
import { batches, deliveries, isAssignedTo, mailboxIn } from "../tables.ts";

type DeliveryRow = typeof deliveries.$inferSelect;

/** The time windows of an uncertain message's last attempt in which it's looked up now. */
export interface ReconcileWindow {
  /** The windows of the first and the last look-up. */
  first: string;
  last: string;
  now: string;
  /** Older ones are left alone. */
  since: string;
}

/** Matches messages not looked up yet, and those due for their last look-up. */
function isDue({ first, last, now, since }: ReconcileWindow): SQL | undefined {
  const { tried_at, looked_up_at } = deliveries;
  const isNew = or(isNull(looked_up_at), lt(looked_up_at, tried_at));
  const wasEarly = sql`${looked_up_at} - ${tried_at} < ${now}::timestamptz - ${last}::timestamptz`;
  return and(
    eq(deliveries.state, "uncertain"),
    gt(tried_at, since),
    or(and(isNew, lt(tried_at, first)), and(wasEarly, lt(tried_at, last))),
  );
}

const batchOf = and(eq(batches.user_id, deliveries.user_id), eq(batches.id, deliveries.batch_id));

/** Lists the sending accounts that support looking up uncertain messages. */
export async function listReconcilableSenders(
  db: Db,
  times: ReconcileWindow,
): Promise<{ account: string; mailbox_id: string }[]> {
  return db
    .selectDistinct({ account: mailboxes.user_id, mailbox_id: mailboxes.id })
    .from(deliveries)
    .innerJoin(batches, batchOf)
    .innerJoin(
      mailboxes,
      and(
        eq(mailboxes.user_id, batches.user_id),
        eq(mailboxes.id, sql`${sql.raw(mailboxIn("batches", "deliveries"))}`),
      ),
    )
    .where(and(isDue(times), eq(mailboxes.kind, "gmail"), eq(mailboxes.reads_replies, true)));
}

export interface UncertainRow {
  batch_id: string;
  contact_id: string;
  tried_at: string;
  /** Null if the recipient is unknown: the contact was deleted, or has another address now. */
  email: string | null;
}

/** Lists a sending account's uncertain messages, the longest waiting first. */
export async function listUncertain(
  db: Db,
  {
    account,
    mailbox_id,
    rows,
    ...times
  }: ReconcileWindow & { account: string; mailbox_id: string; rows: number },
): Promise<UncertainRow[]> {
  const found = await db
    .select({
      batch_id: deliveries.batch_id,
      contact_id: deliveries.contact_id,
      tried_at: deliveries.tried_at,
      email: sql<string | null>`case when not ${hasAddressChangedSince()} then ${contacts.email} end`,
    })
    .from(deliveries)
    .leftJoin(contacts, and(eq(contacts.user_id, deliveries.user_id), eq(contacts.id, deliveries.contact_id)))
    .where(
      and(
        isDue(times),
        eq(deliveries.user_id, account),
        isAssignedTo("deliveries", { user_id: account, mailbox_id }),
      ),
    )
    .orderBy(asc(deliveries.tried_at))
    .limit(rows);
  return found.flatMap(({ tried_at, ...row }) => (tried_at === null ? [] : [{ ...row, tried_at }]));
}

/** Records a look-up's result, unless the message has moved on since. */
export async function updateUncertain(
  db: Db,
  account: string,
  { row, ...changes }: Partial<DeliveryRow> & { row: UncertainRow },
): Promise<void> {
  const { batch_id, contact_id, tried_at } = row;
  await db
    .update(deliveries)
    .set(changes)
    .where(
      and(
        eq(deliveries.user_id, account),
        eq(deliveries.batch_id, batch_id),
        eq(deliveries.contact_id, contact_id),
        eq(deliveries.state, "uncertain"),
        eq(deliveries.tried_at, tried_at),
      ),
    );
}
