import { and, countDistinct, desc, eq, gt, inArray, ne, type SQL, sql } from "drizzle-orm";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import { contacts, formerContacts } from "#src/features/audience/contacts/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { type FeedbackKind, RELEASED } from "../rules.ts";
import { batches, deliveries, deliveryReturns, isAssignedTo, mailboxIn } from "../tables.ts";

export type FeedbackRow = typeof deliveryReturns.$inferSelect;
type DeliveryRow = typeof deliveries.$inferSelect;
export type DeliveryKey = Pick<DeliveryRow, "user_id" | "batch_id" | "contact_id">;

const isIt = ({ user_id, batch_id, contact_id }: DeliveryKey) =>
  and(
    eq(deliveries.user_id, user_id),
    eq(deliveries.batch_id, batch_id),
    eq(deliveries.contact_id, contact_id),
  );

const MAILBOX = sql<string | null>`${sql.raw(mailboxIn("batches", "deliveries"))}`;

const SENT_AT = sql<
  string | null
>`coalesce(${deliveries.handed_over_at}, ${deliveries.attempt_started_at}, ${deliveries.tried_at})`.mapWith(
  deliveries.handed_over_at,
);

/**
 * Returns a message's row, locked until the transaction ends, with its sending account and address. No
 * address if the contact has another one now, because the feedback isn't about that.
 */
export async function lockDelivery(db: Db, key: DeliveryKey) {
  const [row] = await db
    .select({
      state: deliveries.state,
      attempt_started_at: deliveries.attempt_started_at,
      mailbox_id: MAILBOX,
      email: sql<string | null>`case when not ${hasAddressChangedSince()} then ${contacts.email} end`,
      sent_at: SENT_AT,
    })
    .from(deliveries)
    .innerJoin(batches, and(eq(batches.user_id, deliveries.user_id), eq(batches.id, deliveries.batch_id)))
    .leftJoin(contacts, and(eq(contacts.user_id, deliveries.user_id), eq(contacts.id, deliveries.contact_id)))
    .where(isIt(key))
    .for("update", { of: deliveries });
  return row;
}

/** Returns a message's recipient, their address, unless they were erased or merged, and its subject. */
export async function findDelivery(db: Db, key: DeliveryKey) {
  const [row] = await db
    .select({
      batch_id: deliveries.batch_id,
      contact_id: deliveries.contact_id,
      email: contacts.email,
      sent_at: SENT_AT,
      subject: sql<string>`coalesce(${batches.variants}->(${deliveries.variant}::int)->>'subject', ${batches.snapshot}->>'subject', '')`,
    })
    .from(deliveries)
    .leftJoin(batches, and(eq(batches.user_id, deliveries.user_id), eq(batches.id, deliveries.batch_id)))
    .leftJoin(contacts, and(eq(contacts.user_id, deliveries.user_id), eq(contacts.id, deliveries.contact_id)))
    .where(isIt(key));
  return row;
}

/** Ids of contacts that have an address, or had it until they were merged. */
function whoseIs({ user_id, email }: { user_id: string; email: string }): SQL {
  return sql`(select id from contacts where user_id = ${user_id} and email = ${email}
    union all select m.id from contact_merges m
      join former_contacts f on f.user_id = m.user_id and f.id = m.id
      where m.user_id = ${user_id} and f.email_hash = ${emailHash(user_id, email)})`;
}

export async function findByProviderId(
  db: Db,
  { user_id, email, provider_id }: { user_id: string; email: string; provider_id: string },
): Promise<Omit<DeliveryKey, "user_id"> | undefined> {
  const [row] = await db
    .select({ batch_id: deliveries.batch_id, contact_id: deliveries.contact_id })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.user_id, user_id),
        inArray(deliveries.contact_id, whoseIs({ user_id, email })),
        eq(deliveries.provider_id, provider_id),
      ),
    )
    .limit(1);
  return row;
}

/** Finds a contact's last message through a sending account. */
export async function findLatestDelivery(
  db: Db,
  {
    user_id,
    mailbox_id,
    email,
    since,
  }: { user_id: string; mailbox_id: string; email: string; since: string },
): Promise<Omit<DeliveryKey, "user_id"> | undefined> {
  const [row] = await db
    .select({ batch_id: deliveries.batch_id, contact_id: deliveries.contact_id })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.user_id, user_id),
        inArray(deliveries.contact_id, whoseIs({ user_id, email })),
        isAssignedTo("deliveries", { user_id, mailbox_id }),
        gt(deliveries.handed_over_at, since),
      ),
    )
    .orderBy(desc(deliveries.handed_over_at))
    .limit(1);
  return row;
}

/** False if it's already known. */
export async function insertFeedback(db: Db, row: FeedbackRow): Promise<boolean> {
  const rows = await db
    .insert(deliveryReturns)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: deliveryReturns.id });
  return rows.length > 0;
}

type TimeName = "delivered_at" | "bounced_at" | "complained_at" | "replied_at";

/** Records feedback. The first time of each kind stays. */
export async function updateAfterFeedback(
  db: Db,
  key: DeliveryKey,
  { at, times, ...changes }: { at: string; times: readonly TimeName[] } & Partial<DeliveryRow>,
): Promise<void> {
  if (times.length === 0 && Object.keys(changes).length === 0) return;
  const first = (name: TimeName | "handed_over_at") => sql`coalesce(${deliveries[name]}, ${at}::timestamptz)`;
  const moved = changes.state !== undefined && {
    ...RELEASED,
    handed_over_at: first("handed_over_at"),
  };
  await db
    .update(deliveries)
    .set({ ...changes, ...moved, ...Object.fromEntries(times.map((name) => [name, first(name)])) })
    .where(isIt(key));
}

/** True if feedback of this kind has arrived since then, besides this one. */
export async function hasFeedback(
  db: Db,
  { user_id, kind, since, besides }: { user_id: string; kind: FeedbackKind; since: string; besides: string },
): Promise<boolean> {
  const rows = await db
    .select({ id: deliveryReturns.id })
    .from(deliveryReturns)
    .where(
      and(
        eq(deliveryReturns.user_id, user_id),
        eq(deliveryReturns.kind, kind),
        gt(deliveryReturns.at, since),
        ne(deliveryReturns.id, besides),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** How many batches in a row an inbox had no room for since then. Whatever it took or opened ends the row. */
export async function countSoftBounces(
  db: Db,
  { user_id, contact_id, since }: Pick<DeliveryKey, "user_id" | "contact_id"> & { since: string },
): Promise<number> {
  const [row] = await db
    .select({ batches: countDistinct(deliveryReturns.batch_id) })
    .from(deliveryReturns)
    .where(
      and(
        eq(deliveryReturns.user_id, user_id),
        eq(deliveryReturns.contact_id, contact_id),
        eq(deliveryReturns.kind, "bounced_soft"),
        gt(deliveryReturns.at, since),
        sql`${deliveryReturns.at} > coalesce((select max(greatest(d.delivered_at, d.clicked_at, d.replied_at))
          from deliveries d where d.user_id = ${user_id} and d.contact_id = ${contact_id}::uuid), '-infinity')`,
      ),
    );
  return row?.batches ?? 0;
}

/**
 * Counts complaints about a sending account's recent messages, and those messages, up to `perComplaint` for
 * each.
 */
export async function countComplaints(
  db: Db,
  asked: { user_id: string; mailbox_id: string; since: string; perComplaint: number },
): Promise<{ complaints: number; sent: number }> {
  const { user_id, mailbox_id, since, perComplaint } = asked;
  const isIts = isAssignedTo("d", { user_id, mailbox_id });
  const [row] = await rowsOf<{ complaints: number; sent: number }>(
    db,
    sql`with c as (select count(*)::int as complaints from deliveries d
        where d.user_id = ${user_id} and ${isIts} and d.complained_at > ${since}::timestamptz)
      select c.complaints, (select count(*)::int from (select 1 from deliveries d
        where d.user_id = ${user_id} and ${isIts} and d.handed_over_at > ${since}::timestamptz
        limit (select complaints * ${perComplaint}::int + 1 from c)) lately) as sent from c`,
  );
  return { complaints: Number(row?.complaints ?? 0), sent: Number(row?.sent ?? 0) };
}

/**
 * SQL that's true if a message's contact has changed their address since it went out, so that its feedback is
 * about the old one.
 */
export function hasAddressChangedSince() {
  const { user_id, contact_id, handed_over_at, attempt_started_at, tried_at } = deliveries;
  return sql<boolean>`exists (select 1 from ${formerContacts} where ${formerContacts.user_id} = ${user_id}
    and ${formerContacts.id} = ${contact_id}
    and ${formerContacts.at} >= coalesce(${handed_over_at}, ${attempt_started_at}, ${tried_at}))`;
}
