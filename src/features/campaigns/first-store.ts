import { and, eq, sql } from "drizzle-orm";
import { user } from "#src/features/accounts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { type ListShape, readPage, sortBy } from "#src/platform/db/list.ts";
import { firstCampaigns } from "./oversight-tables.ts";
import type { FirstReview } from "./rules.ts";
import { campaigns } from "./tables.ts";

/** Does nothing from an account's second campaign on. */
/** Returns whether it's the account's first. */
export async function insertFirst(db: Db, row: typeof firstCampaigns.$inferInsert): Promise<boolean> {
  const { campaign_id } = firstCampaigns;
  const added = await db.insert(firstCampaigns).values(row).onConflictDoNothing().returning({ campaign_id });
  return added.length > 0;
}

/** What nobody has looked at yet and is gone doesn't count: the next one is the first, then. */
export async function forgetUnread(db: Db, id: string): Promise<void> {
  const isUnread = and(eq(firstCampaigns.campaign_id, id), eq(firstCampaigns.review, "waiting"));
  await db.delete(firstCampaigns).where(isUnread);
}

/** In the instance, of the person whom the account belongs to. */
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
  campaign_id: firstCampaigns.campaign_id,
  owner: { name: user.name, email: user.email },
  name: campaigns.name,
  from_name: campaigns.from_name,
  subject: sql<string>`coalesce(${campaigns.snapshot} ->> 'subject', ${campaigns.subject})`,
  recipients: campaigns.recipients,
  review: firstCampaigns.review,
  started_at: firstCampaigns.created_at,
  reviewed_at: firstCampaigns.reviewed_at,
};

const isItsCampaign = and(
  eq(campaigns.user_id, firstCampaigns.user_id),
  eq(campaigns.id, firstCampaigns.campaign_id),
);

/** First campaigns that still exist, newest first. */
export function listFirstRows(
  db: Db,
  { review, cursor }: { review: FirstReview; cursor?: string | undefined },
) {
  return readPage({ shape: LIST, request: { cursor }, rows: ROWS }, ({ key, after, orderBy, limit }) =>
    db
      .select({ key, ...COLUMNS })
      .from(firstCampaigns)
      .innerJoin(campaigns, isItsCampaign)
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
    .innerJoin(campaigns, isItsCampaign)
    .innerJoin(user, eq(user.id, firstCampaigns.user_id))
    .where(eq(firstCampaigns.campaign_id, id));
  return row;
}

/** Whoever else decides about it waits. */
export async function holdFirst(db: Db, id: string): Promise<void> {
  await db.select({}).from(firstCampaigns).where(eq(firstCampaigns.campaign_id, id)).for("update");
}

export async function updateFirst(
  db: Db,
  account: string,
  changes: { review: FirstReview; reviewed_at: string },
): Promise<void> {
  await db.update(firstCampaigns).set(changes).where(eq(firstCampaigns.user_id, account));
}
