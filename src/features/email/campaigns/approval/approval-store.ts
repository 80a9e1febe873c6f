import { and, desc, eq, gt, gte, ne, or, sql } from "drizzle-orm";
import { snapshotIn } from "#src/features/email/delivery/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { LATE_MINUTES } from "../rules.ts";
import type { CampaignRow } from "../store.ts";
import { campaignSettings, campaigns } from "../tables.ts";
import type { SendingRules } from "./approval-contract.ts";

export async function findRules(db: Db, account: string): Promise<SendingRules> {
  const [row] = await db.select().from(campaignSettings).where(eq(campaignSettings.user_id, account));
  return { approval_above: row?.approval_above ?? null, late_minutes: row?.late_minutes ?? LATE_MINUTES };
}

export async function upsertRules(db: Db, account: string, rules: SendingRules) {
  await db
    .insert(campaignSettings)
    .values({ user_id: account, ...rules })
    .onConflictDoUpdate({ target: campaignSettings.user_id, set: rules });
}

/**
 * True if an earlier run of the same series was approved, for at least so many, with the same content and
 * audience.
 */
export async function isSeriesApproved(
  db: Db,
  { user_id, series_id }: Pick<CampaignRow, "user_id" | "series_id">,
  { hash, least }: { hash: string; least: number },
): Promise<boolean> {
  if (series_id === null) return false;
  const rows = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.user_id, user_id),
        eq(campaigns.series_id, series_id),
        eq(campaigns.approved_hash, hash),
        gte(campaigns.approved_recipients, least),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

interface Alike extends Pick<CampaignRow, "user_id" | "id" | "audience" | "subject"> {
  content_hash: string;
  since: string;
}

/** Returns the last campaign since then with the same audience and the same content or subject. */
export async function findAlike(
  db: Db,
  { user_id, id, audience, subject, content_hash, since }: Alike,
): Promise<{ name: string; started_at: string | null } | undefined> {
  const [row] = await db
    .select({ name: campaigns.name, started_at: campaigns.started_at })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.user_id, user_id),
        ne(campaigns.id, id),
        gt(campaigns.started_at, since),
        sql`${campaigns.audience} = ${JSON.stringify(audience)}::jsonb`,
        or(
          eq(campaigns.content_hash, content_hash),
          sql`${sql.raw(snapshotIn("campaigns"))}->>'subject' = ${subject}`,
        ),
      ),
    )
    .orderBy(desc(campaigns.started_at))
    .limit(1);
  return row;
}
