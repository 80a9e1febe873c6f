/* Decides whether a campaign needs an approval, and has it for its current version. */
import { createHash } from "node:crypto";
import type { Platform } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import type { CampaignRow } from "../store.ts";
import { findRules, isSeriesApproved } from "./approval-store.ts";

/** Hashes the approved parts of a campaign. Changes to any other part keep the approval. */
export function approvalHash(
  row: Pick<CampaignRow, "audience" | "from_name" | "mailbox_id" | "mailbox_share" | "more_mailboxes">,
  content_hash: string,
): string {
  const { mailbox_id, mailbox_share, more_mailboxes, from_name } = row;
  const shares = more_mailboxes.map(({ mailbox_id, share }) => [mailbox_id, share]);
  const more = shares.length === 0 ? [] : [mailbox_share, shares];
  const said = [content_hash, row.audience.condition, mailbox_id, from_name, ...more];
  return createHash("sha256").update(JSON.stringify(said)).digest("hex");
}

/** An audience may grow this much beyond the approved number. */
const GROWTH_MAX = 1.1;

/** Returns how many recipients must have been approved for so many to get it now. */
const leastApproved = (recipients: number) => Math.ceil(recipients / GROWTH_MAX);

interface Looked {
  counts: { recipients: number };
  aim: { content_hash: string };
}

export type ApprovalStatus = "none" | "missing" | "approved";

/** True if an account's e-mail to so many people at once needs a second person's approval. */
export async function needsApproval(db: Db, account: string, recipients: number): Promise<boolean> {
  const { approval_above } = await findRules(db, account);
  return approval_above !== null && recipients > approval_above;
}

export async function approvalStatus(
  { db }: Platform,
  row: CampaignRow,
  { counts, aim }: Looked,
): Promise<ApprovalStatus> {
  if (!(await needsApproval(db, row.user_id, counts.recipients))) return "none";
  const hash = approvalHash(row, aim.content_hash);
  const least = leastApproved(counts.recipients);
  const isOwn = row.approved_hash === hash && (row.approved_recipients ?? 0) >= least;
  const isApproved = isOwn || (await isSeriesApproved(db, row, { hash, least }));
  return isApproved ? "approved" : "missing";
}
