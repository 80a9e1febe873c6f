import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Snapshot } from "#src/features/email/delivery/snapshot.ts";
import { IS_BANNED, user } from "#src/features/identity/accounts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { type ListShape, readPage, sortBy } from "#src/platform/db/list.ts";
import type { FirstReview } from "../rules.ts";
import { campaigns, firstCampaigns } from "../tables.ts";

/** Returns whether it's the account's first. Does nothing for any other. */
export async function insertFirst(db: Db, row: typeof firstCampaigns.$inferInsert): Promise<boolean> {
  const { campaign_id } = firstCampaigns;
  const added = await db.insert(firstCampaigns).values(row).onConflictDoNothing().returning({ campaign_id });
  return added.length > 0;
}

/** True if the account has started another campaign before, as it may have while none were reviewed. */
export async function hasStartedBefore(
  db: Db,
  { user_id, id }: { user_id: string; id: string },
): Promise<boolean> {
  const rows = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.user_id, user_id), ne(campaigns.id, id), isNotNull(campaigns.started_at)))
    .limit(1);
  return rows.length > 0;
}

export async function findOwnersRole(db: Db, account: string): Promise<string> {
  const [row] = await db.select({ role: user.role }).from(user).where(eq(user.id, account));
  return row?.role ?? "";
}

const LIST: ListShape<"newest"> = {
  sorts: { newest: sortBy(firstCampaigns.created_at) },
  tie: [firstCampaigns.user_id],
  usual: { sort: "newest", order: "desc" },
};
const ROWS = 50;
const COLUMNS = {
  user_id: firstCampaigns.user_id,
  id: firstCampaigns.id,
  campaign_id: firstCampaigns.campaign_id,
  owner: {
    id: user.id,
    name: user.name,
    email: user.email,
    is_banned: sql<boolean>`exists (select 1 from users u where u.id = ${user.id} and ${sql.raw(IS_BANNED)})`,
  },
  name: firstCampaigns.name,
  from_name: firstCampaigns.from_name,
  subject: sql<string>`coalesce(${firstCampaigns.snapshot} ->> 'subject', '')`,
  recipients: firstCampaigns.recipients,
  review: firstCampaigns.review,
  started_at: firstCampaigns.created_at,
  reviewed_at: firstCampaigns.reviewed_at,
};

/** Lists first campaigns, newest first, including deleted ones. */
export function listFirstRows(
  db: Db,
  { review, cursor }: { review: FirstReview; cursor?: string | undefined },
) {
  return readPage({ shape: LIST, request: { cursor }, rows: ROWS }, ({ key, after, orderBy, limit }) =>
    db
      .select({ key, ...COLUMNS })
      .from(firstCampaigns)
      .innerJoin(user, eq(user.id, firstCampaigns.user_id))
      .where(and(eq(firstCampaigns.review, review), after))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

export async function findFirst(db: Db, id: string) {
  const [row] = await db
    .select(COLUMNS)
    .from(firstCampaigns)
    .innerJoin(user, eq(user.id, firstCampaigns.user_id))
    .where(eq(firstCampaigns.id, id));
  return row;
}

export async function findFirstSnapshot(db: Db, id: string): Promise<Snapshot | undefined> {
  const { snapshot } = firstCampaigns;
  const [row] = await db.select({ snapshot }).from(firstCampaigns).where(eq(firstCampaigns.id, id));
  return row?.snapshot ?? undefined;
}

/** Makes other decisions about it wait. */
export async function lockFirst(db: Db, id: string): Promise<void> {
  await db.select({}).from(firstCampaigns).where(eq(firstCampaigns.id, id)).for("update");
}

export async function updateFirst(
  db: Db,
  account: string,
  changes: { review: FirstReview; reviewed_at: string },
): Promise<void> {
  await db.update(firstCampaigns).set(changes).where(eq(firstCampaigns.user_id, account));
}
