/* Whether a campaign needs somebody's approval, and has it for what it is now. */
import { createHash } from "node:crypto";
import type { Platform } from "#src/platform/context.ts";
import { findApprovalAbove, isSeriesApproved } from "./approval-store.ts";
import type { CampaignRow } from "./store.ts";

/** What of a campaign is approved: whatever else changes it, changes nothing about it. */
export function approvalHash(
  { audience, mailbox_id, from_name }: Pick<CampaignRow, "audience" | "mailbox_id" | "from_name">,
  content_hash: string,
): string {
  const { tags, profile_ids } = audience;
  const said = JSON.stringify([content_hash, tags, profile_ids, mailbox_id, from_name]);
  return createHash("sha256").update(said).digest("hex");
}

interface Looked {
  counts: { recipients: number };
  aim: { content_hash: string };
}

export type Standing = "none" | "missing" | "approved";

/** Where a campaign stands, as it is now and with the recipients it has now. */
export async function standingOf(
  { db }: Platform,
  row: CampaignRow,
  { counts, aim }: Looked,
): Promise<Standing> {
  const above = await findApprovalAbove(db, row.user_id);
  if (above === null || counts.recipients <= above) return "none";
  const hash = approvalHash(row, aim.content_hash);
  const isApproved = row.approved_hash === hash || (await isSeriesApproved(db, row, hash));
  return isApproved ? "approved" : "missing";
}
