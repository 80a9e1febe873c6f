import { and, eq, getTableColumns, gte, inArray, isNotNull, lt, lte, or, sql } from "drizzle-orm";
import { contactSettings, contacts } from "#src/features/audience/contacts/tables.ts";
import { FAIL_REASONS, type FailReason } from "#src/features/email/delivery/rules.ts";
import { senderShares } from "#src/features/email/delivery/send/sender-split.ts";
import { mailSenders } from "#src/features/email/templates/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { type ListShape, type PageParts, readPage, readPages, sortBy } from "#src/platform/db/list.ts";
import type { Progress } from "./contract.ts";
import type { RecipientStatus } from "./deliveries-contract.ts";
import { mailClicks, mailOpens, mailRollups } from "./figure-tables.ts";
import type { CampaignState } from "./rules.ts";
import { mailboxIn } from "./sender-assignment-store.ts";
import { campaignClicks, campaignReturns, campaigns, deliveries } from "./tables.ts";

export type CampaignRow = typeof campaigns.$inferSelect;
type Key = Pick<CampaignRow, "user_id" | "id">;
const CALENDAR_ROWS = 500;

const isIt = ({ user_id, id }: Key) => and(eq(campaigns.user_id, user_id), eq(campaigns.id, id));

const LIST: ListShape<"newest"> = {
  sorts: { newest: sortBy(campaigns.created_at) },
  tie: [campaigns.id],
  usual: { sort: "newest", order: "desc" },
};

/** Content can be large, and lists don't show it. */
const { snapshot: _, html: __, ...LISTED } = getTableColumns(campaigns);
export type ListedCampaign = Omit<CampaignRow, "snapshot" | "html">;

/** Newest first. */
export function listCampaignRows(
  db: Db,
  { account, cursor, rows }: { account: string; cursor?: string | undefined; rows: number },
) {
  return readPage({ shape: LIST, request: { cursor }, rows }, ({ key, after, orderBy, limit }) =>
    db
      .select({ key, campaign: LISTED })
      .from(campaigns)
      .where(and(eq(campaigns.user_id, account), after))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

export async function findCampaign(db: Db, key: Key): Promise<CampaignRow | undefined> {
  const [row] = await db.select().from(campaigns).where(isIt(key));
  return row;
}

/** Locks the row until the transaction ends. */
export async function lockCampaign(db: Db, key: Key): Promise<void> {
  await db.select({ id: campaigns.id }).from(campaigns).where(isIt(key)).for("update");
}

/** False if the account already has a campaign with this id. */
export async function insertCampaign(db: Db, row: typeof campaigns.$inferInsert): Promise<boolean> {
  const rows = await db.insert(campaigns).values(row).onConflictDoNothing().returning({ id: campaigns.id });
  return rows.length > 0;
}

export async function countDrafts(db: Db, account: string): Promise<number> {
  return db.$count(campaigns, and(eq(campaigns.user_id, account), eq(campaigns.state, "draft")));
}

export async function updateCampaignRow(
  db: Db,
  { user_id, id, ...changes }: Key & Partial<CampaignRow>,
): Promise<void> {
  await db.update(campaigns).set(changes).where(isIt({ user_id, id }));
}

/** Moves a campaign from one state to another. False if someone else was first. */
export async function updateCampaignState(
  db: Db,
  {
    user_id,
    id,
    from,
    to,
    ...changes
  }: Key & { from: CampaignState; to: CampaignState } & Partial<CampaignRow>,
): Promise<boolean> {
  const rows = await db
    .update(campaigns)
    .set({ ...changes, state: to })
    .where(and(isIt({ user_id, id }), eq(campaigns.state, from)))
    .returning({ id: campaigns.id });
  return rows.length > 0;
}

/** Reschedules a campaign. False if it isn't scheduled anymore. */
export async function updateScheduledRow(db: Db, key: Key, changes: Partial<CampaignRow>): Promise<boolean> {
  const rows = await db
    .update(campaigns)
    .set(changes)
    .where(and(isIt(key), eq(campaigns.state, "scheduled")))
    .returning({ id: campaigns.id });
  return rows.length > 0;
}

export async function deleteCampaignRow(db: Db, key: Key): Promise<void> {
  const { user_id, id } = key;
  await db
    .delete(campaignClicks)
    .where(and(eq(campaignClicks.user_id, user_id), eq(campaignClicks.campaign_id, id)));
  await db
    .delete(campaignReturns)
    .where(and(eq(campaignReturns.user_id, user_id), eq(campaignReturns.campaign_id, id)));
  await db.delete(deliveries).where(and(eq(deliveries.user_id, user_id), eq(deliveries.campaign_id, id)));
  for (const table of [mailOpens, mailClicks, mailRollups])
    await db.delete(table).where(and(eq(table.user_id, user_id), eq(table.campaign_id, id)));
  await db.delete(campaigns).where(isIt(key));
}

/** Lists campaigns of all accounts that should have started by then. */
export function listDue(db: Db, by: string, most: number): Promise<CampaignRow[]> {
  return db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.state, "scheduled"), lte(campaigns.scheduled_at, by)))
    .orderBy(campaigns.scheduled_at)
    .limit(most);
}

/** Lists campaigns of all accounts that a job should be working on. */
export function listWaiting(db: Db) {
  const { user_id, id, state, mailbox_id, mailbox_share, more_mailboxes } = campaigns;
  return db
    .select({ user_id, id, state, mailbox_id, mailbox_share, more_mailboxes })
    .from(campaigns)
    .where(inArray(state, ["preparing", "sending"]));
}

/** Lists an account's past and scheduled campaigns within a time span. */
export function listBetween(
  db: Db,
  account: string,
  { from, until }: { from: string; until: string },
): Promise<CampaignRow[]> {
  const { user_id, state, scheduled_at, started_at } = campaigns;
  const isAhead = and(eq(state, "scheduled"), gte(scheduled_at, from), lt(scheduled_at, until));
  return db
    .select()
    .from(campaigns)
    .where(and(eq(user_id, account), or(isAhead, and(gte(started_at, from), lt(started_at, until)))))
    .orderBy(sql`coalesce(${started_at}, ${scheduled_at})`, campaigns.id)
    .limit(CALENDAR_ROWS);
}

export function listSendingThrough(
  db: Db,
  { account, mailbox_id }: { account: string; mailbox_id: string },
): Promise<CampaignRow[]> {
  return db
    .select()
    .from(campaigns)
    .where(
      and(
        eq(campaigns.user_id, account),
        or(
          eq(campaigns.mailbox_id, mailbox_id),
          sql`${campaigns.more_mailboxes} @> ${JSON.stringify([{ mailbox_id }])}::jsonb`,
        ),
        eq(campaigns.state, "sending"),
      ),
    );
}

export async function listSendingMailboxIds(db: Db, account: string): Promise<string[]> {
  const { mailbox_id, mailbox_share, more_mailboxes } = campaigns;
  const rows = await db
    .select({ mailbox_id, mailbox_share, more_mailboxes })
    .from(campaigns)
    .where(and(eq(campaigns.user_id, account), eq(campaigns.state, "sending")));
  return [...new Set(rows.flatMap(senderShares).map(({ mailbox_id }) => mailbox_id))];
}

const count = (where: string) => sql.raw(`count(*) filter (where ${where})::int`);

export type ProgressCounts = Omit<Progress, "failures"> & { reasons: Record<FailReason, number> };

export async function countProgress(
  db: Db,
  { account, ids, now }: { account: string; ids: string[]; now: Date },
): Promise<Map<string, ProgressCounts>> {
  const lastMinute = new Date(now.getTime() - 60_000).toISOString();
  const reasons = Object.keys(FAIL_REASONS).map(
    (reason) => sql`${reason}::text, ${count(`state = 'failed' and reason = '${reason}'`)}`,
  );
  const rows = await rowsOf<ProgressCounts & { campaign_id: string }>(
    db,
    sql`select campaign_id, ${count("state in ('pending', 'leased')")} as waiting,
      ${count("state = 'pending' and reason = 'late'")} as late,
      ${count("state = 'uncertain'")} as uncertain,
      ${count("state = 'failed'")} as failed,
      json_build_object(${sql.join(reasons, sql`, `)}) as reasons,
      ${count("state = 'skipped'")} as skipped,
      count(*) filter (where handed_over_at > ${lastMinute}::timestamptz)::int as per_minute
      from deliveries where user_id = ${account} and campaign_id = any(${sql.param(ids)}::uuid[])
      group by campaign_id`,
  );
  return new Map(rows.map(({ campaign_id, ...progress }) => [campaign_id, progress]));
}

const DELIVERIES: ListShape<"contact"> = {
  sorts: { contact: sortBy(deliveries.contact_id) },
  tie: [],
  usual: { sort: "contact", order: "asc" },
};

type AskedDeliveries = Key & { status?: RecipientStatus | undefined; rows: number };

const MAILBOX = sql<string | null>`${sql.raw(mailboxIn("campaigns", "deliveries"))}`;

/** A campaign's recipients with their addresses, if they still have one. */
const deliveriesOf =
  (db: Db, { user_id, id, status }: AskedDeliveries) =>
  ({ key, after, orderBy, limit }: PageParts) =>
    db
      .select({ key, delivery: deliveries, email: contacts.email, name: contacts.name, mailbox_id: MAILBOX })
      .from(deliveries)
      .innerJoin(
        campaigns,
        and(eq(campaigns.user_id, deliveries.user_id), eq(campaigns.id, deliveries.campaign_id)),
      )
      .leftJoin(
        contacts,
        and(eq(contacts.user_id, deliveries.user_id), eq(contacts.id, deliveries.contact_id)),
      )
      .where(and(eq(deliveries.user_id, user_id), eq(deliveries.campaign_id, id), isOfStatus(status), after))
      .orderBy(...orderBy)
      .limit(limit);

function isOfStatus(status: RecipientStatus | undefined) {
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

export async function listFieldKeys(db: Db, account: string): Promise<string[]> {
  const [row] = await db
    .select({ fields: contactSettings.fields })
    .from(contactSettings)
    .where(eq(contactSettings.user_id, account));
  return (row?.fields ?? []).map(({ key }) => key);
}

export async function findPostalAddress(db: Db, account: string): Promise<string> {
  const [row] = await db.select().from(mailSenders).where(eq(mailSenders.user_id, account));
  return row?.postal_address ?? "";
}
