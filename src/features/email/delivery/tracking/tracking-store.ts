import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { toMergeContact } from "#src/features/audience/contacts/rules.ts";
import { contacts } from "#src/features/audience/contacts/tables.ts";
import { IS_BANNED } from "#src/features/identity/accounts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { hasAddressChangedSince } from "../feedback/feedback-store.ts";
import { mailClicks, mailOpens } from "../figure-tables.ts";
import { HONEYPOT_LINK } from "../mail-tokens.ts";
import type { Tracking } from "../rules.ts";
import type { Snapshot } from "../snapshot.ts";
import { batches, deliveries, deliveryClicks } from "../tables.ts";

const QUARTER_MS = 15 * 60_000;
const quarterOf = (time: string) =>
  new Date(Math.floor(Date.parse(time) / QUARTER_MS) * QUARTER_MS).toISOString();

export interface TrackedMessage {
  email: string;
  /** Set if it went to another address, whose owner may not be the contact. */
  has_moved: boolean;
  user_id: string;
  batch_id: string;
  contact_id: string;
  handed_over_at: string | null;
  sender_index: number;
  variant: number | null;
  tracking: Tracking;
  links: string[];
  /** In the form of merge tags. */
  contact: MergeRow;
}
type MergeRow = Parameters<typeof toMergeContact>[0];
type Key = Pick<TrackedMessage, "user_id" | "batch_id" | "contact_id">;

const isMessage = ({ user_id, batch_id, contact_id }: Key) =>
  and(
    eq(deliveries.user_id, user_id),
    eq(deliveries.batch_id, batch_id),
    eq(deliveries.contact_id, contact_id),
  );

/** Links of a suspended account lead nowhere anymore. */
const isFollowed = sql`not exists (select 1 from users u where u.id = ${batches.user_id} and ${sql.raw(IS_BANNED)})`;

/** Returns the messages that a token may mean: ids are unique only within an account. */
export async function listMessages(
  db: Db,
  { batch_id, contact_id }: Pick<Key, "batch_id" | "contact_id">,
): Promise<TrackedMessage[]> {
  const rows = await db
    .select({
      user_id: batches.user_id,
      handed_over_at: deliveries.handed_over_at,
      sender_index: deliveries.sender_index,
      variant: deliveries.variant,
      tracking: batches.tracking,
      email: contacts.email,
      contact: sql<MergeRow>`json_build_object('id', ${contacts.id}, 'email', ${contacts.email}, 'name', ${contacts.name},
        'phone', ${contacts.phone}, 'country', ${contacts.country}, 'tags', ${contacts.tags}, 'fields', ${contacts.fields})`,
      has_moved: hasAddressChangedSince(),
      links: sql<Snapshot["links"] | null>`${batches.snapshot}->'links'`,
    })
    .from(batches)
    .innerJoin(
      deliveries,
      and(
        eq(deliveries.user_id, batches.user_id),
        eq(deliveries.batch_id, batches.id),
        eq(deliveries.contact_id, contact_id),
      ),
    )
    // Erased contacts aren't tracked anymore.
    .innerJoin(
      contacts,
      and(eq(contacts.user_id, deliveries.user_id), eq(contacts.id, deliveries.contact_id)),
    )
    .where(and(eq(batches.id, batch_id), isFollowed));
  return rows.map(({ links, ...row }) => ({ ...row, batch_id, contact_id, links: links ?? [] }));
}

type Times = Partial<
  Pick<
    typeof deliveries.$inferInsert,
    "opened_at" | "machine_opened_at" | "clicked_at" | "machine_clicked_at"
  >
>;

/** Records the first time of an event on a message. */
export async function updateMessageTimes(db: Db, key: Key, times: Times): Promise<void> {
  const first = Object.fromEntries(
    Object.entries(times).map(([name, at]) => [
      name,
      sql`coalesce(${deliveries[name as keyof Times]}, ${at}::timestamptz)`,
    ]),
  );
  const missing = Object.keys(times).map((name) => isNull(deliveries[name as keyof Times]));
  // Repeated opens of an e-mail write nothing.
  await db
    .update(deliveries)
    .set(first)
    .where(and(isMessage(key), or(...missing)));
}

const isClickOf = ({ user_id, batch_id, contact_id }: Key) =>
  and(
    eq(deliveryClicks.user_id, user_id),
    eq(deliveryClicks.batch_id, batch_id),
    eq(deliveryClicks.contact_id, contact_id),
  );

/** Locks a message until the transaction ends, so that simultaneous clicks see each other. */
export async function lockMessage(db: Db, key: Key): Promise<void> {
  await db.select({ id: deliveries.contact_id }).from(deliveries).where(isMessage(key)).for("update");
}

/** The different links of a message that were opened since then, and its hidden one whenever that was. */
export async function listLinksAround(db: Db, key: Key, since: string): Promise<Set<number>> {
  const rows = await db
    .selectDistinct({ link: deliveryClicks.link })
    .from(deliveryClicks)
    .where(
      and(isClickOf(key), or(gt(deliveryClicks.created_at, since), eq(deliveryClicks.link, HONEYPOT_LINK))),
    );
  return new Set(rows.map(({ link }) => link));
}

/** More than people and their scanners cause on one message. */
const CLICKS_KEPT_MAX = 2000;

/**
 * Anyone with one link could otherwise fill the disk with its clicks, and each would take longer than the
 * last. Beyond that, they're only counted (`upsertClick`).
 */
export async function hasClickRoom(db: Db, key: Key): Promise<boolean> {
  const last = db.select({ id: deliveryClicks.id }).from(deliveryClicks).where(isClickOf(key));
  return (await last.offset(CLICKS_KEPT_MAX - 1).limit(1)).length === 0;
}

type Click = Omit<typeof deliveryClicks.$inferInsert, keyof Key>;

export async function insertClick(
  db: Db,
  { user_id, batch_id, contact_id }: Key,
  click: Click,
): Promise<void> {
  await db.insert(deliveryClicks).values({ user_id, batch_id, contact_id, ...click });
}

type Opens = Pick<typeof mailOpens.$inferInsert, "sent_at" | "is_machine" | "country" | "device">;

/** Counts a loaded picture, by the quarter of an hour in which its e-mail was sent. */
export async function upsertOpen(
  db: Db,
  { user_id, batch_id, sender_index = 0 }: Pick<Key, "user_id" | "batch_id"> & { sender_index?: number },
  { sent_at, ...opens }: Opens,
): Promise<void> {
  await db
    .insert(mailOpens)
    .values({ user_id, batch_id, sender_index, sent_at: quarterOf(sent_at), ...opens, opens: 1 })
    .onConflictDoUpdate({
      target: [
        ...[mailOpens.user_id, mailOpens.sent_at, mailOpens.batch_id, mailOpens.sender_index],
        ...[mailOpens.is_machine, mailOpens.country, mailOpens.device],
      ],
      set: { opens: sql`${mailOpens.opens} + 1` },
    });
}

type Clicks = Pick<typeof mailClicks.$inferInsert, "sent_at" | "link" | "is_machine" | "country" | "device">;

/** Counts an opened link without recording the person. */
export async function upsertClick(
  db: Db,
  { user_id, batch_id }: Pick<Key, "user_id" | "batch_id">,
  { sent_at, ...clicks }: Clicks,
): Promise<void> {
  await db
    .insert(mailClicks)
    .values({ user_id, batch_id, sent_at: quarterOf(sent_at), ...clicks, clicks: 1 })
    .onConflictDoUpdate({
      target: [
        ...[mailClicks.user_id, mailClicks.sent_at, mailClicks.batch_id, mailClicks.link],
        ...[mailClicks.is_machine, mailClicks.country, mailClicks.device],
      ],
      set: { clicks: sql`${mailClicks.clicks} + 1` },
    });
}

export interface AggregateBatch {
  user_id: string;
  batch_id: string;
  links: string[];
  /** The time when its e-mail began to go out. */
  sent_at: string;
}

/** The batches that keep only totals and that a token may mean: ids are unique only within an account. */
export async function listAggregateBatches(db: Db, batch_id: string): Promise<AggregateBatch[]> {
  const { user_id, id, tracking, started_at, snapshot } = batches;
  const rows = await db
    .select({ user_id, sent_at: started_at, links: sql<string[] | null>`${snapshot}->'links'` })
    .from(batches)
    .where(and(eq(id, batch_id), eq(tracking, "totals"), isFollowed));
  return rows.flatMap(({ sent_at, links, ...row }) =>
    sent_at === null ? [] : [{ ...row, batch_id, sent_at, links: links ?? [] }],
  );
}

export async function updateMachineClicks(db: Db, key: Key, since: string): Promise<void> {
  await db
    .update(deliveryClicks)
    .set({ is_machine: true })
    .where(and(isClickOf(key), gt(deliveryClicks.created_at, since)));
  await db
    .update(deliveries)
    .set({
      clicked_at: sql`case when ${deliveries.clicked_at} > ${since}::timestamptz then null else ${deliveries.clicked_at} end`,
    })
    .where(isMessage(key));
}
