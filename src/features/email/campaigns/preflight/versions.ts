/* The versions of a campaign that's tested: what each says, what's wrong with it, and all of them frozen together. */
import { createHash } from "node:crypto";
import { type BatchSender, loadSenders, type SenderShare } from "#src/features/email/delivery/delivery.ts";
import type { Tracking } from "#src/features/email/delivery/rules.ts";
import {
  type BatchContent,
  contentHash,
  type Snapshot,
  takeSnapshot,
} from "#src/features/email/delivery/snapshot.ts";
import type { Ctx } from "#src/platform/context.ts";
import { asVersion, type TestPlan, type VersionChanges } from "../campaign-tests.ts";
import { versionLetter } from "../rules.ts";
import { type CampaignRow, findPostalAddress } from "../store.ts";
import type { Problem } from "./check-contract.ts";
import { contentOfCampaign } from "./content.ts";
import { campaignSenders, contentProblems, stopProblem, versionSenderProblems } from "./preflight-checks.ts";

export interface Version {
  content: BatchContent;
  /** Its own sender's name. Empty for the campaign's. */
  from_name: string;
  /** Its own sending account, and the postal address that it writes. */
  own?: { mailbox_id: string; postal_address: string };
}

/** The sending accounts that only versions go through, after the campaign's. Each once. */
export function extraSenders(row: CampaignRow, plan: TestPlan | undefined): SenderShare[] {
  const known = campaignSenders(row);
  const ids = new Set((plan?.versions ?? []).flatMap(({ mailbox_id }) => mailbox_id ?? []));
  for (const { mailbox_id } of known) ids.delete(mailbox_id);
  return [...ids].map((mailbox_id, at) => ({ mailbox_id, sender_index: known.length + at, share: 0 }));
}

/** A test's versions, the campaign's own first, and the problems of the others. Without a test, only that one. */
export async function loadVersions(
  ctx: Ctx,
  row: CampaignRow,
  { own, plan }: { own: BatchContent; plan: TestPlan | undefined },
): Promise<{ versions: Version[]; problems: Problem[] }> {
  const versions: Version[] = [{ content: own, from_name: "" }];
  const problems: Problem[] = [];
  for (const [index, changes] of (plan?.versions ?? []).entries()) {
    if (index === 0) continue;
    const { content, problems: ofParts } = await contentOfCampaign(ctx, asVersion(row, changes));
    const { sender, problems: ofSender } = await senderOf(ctx, row, changes);
    versions.push({ content, from_name: changes.from_name, ...sender });
    const found = [...ofSender, ...ofParts, ...(await contentProblems(ctx, content))];
    problems.push(...found.map((problem) => ({ ...problem, about: versionLetter(index) })));
  }
  if (plan && row.tracking !== "each") problems.push(stopProblem("test", UNTRACKED));
  if (plan && row.local_time !== null && !("share" in plan.sample && plan.sample.share >= 1))
    problems.push({ severity: "warning", where: "test", message: NOT_LOCAL });
  return { versions, problems };
}

/** A version with an own sending account has its name, too, unless the campaign or the version says another one. */
async function senderOf(
  ctx: Ctx,
  row: CampaignRow,
  { mailbox_id, from_name }: VersionChanges,
): Promise<{ sender?: Partial<Version>; problems: Problem[] }> {
  if (mailbox_id === null) return { problems: [] };
  const [way]: BatchSender[] = await loadSenders(ctx, [{ mailbox_id, sender_index: 0, share: 0 }]);
  const postal_address =
    way?.mailbox.postal_address.trim() || (await findPostalAddress(ctx.db, ctx.account)).trim();
  const name = from_name || row.from_name || (way?.mailbox.from_name ?? "");
  return {
    sender: { from_name: name, own: { mailbox_id, postal_address } },
    problems: versionSenderProblems(way, postal_address),
  };
}

const UNTRACKED = "A test needs each person’s opens and clicks. Count them under “More”.";
const NOT_LOCAL = "Whoever waits for the winner gets it at one moment, whatever their clocks show.";

/** One hash for all of them, so that an approval is for each. */
export function versionsHash(versions: readonly Version[]): string {
  const [own, ...others] = versions;
  const first = own ? contentHash(own.content) : "";
  if (others.length === 0) return first;
  const said = others.map(({ content, from_name, own }) => [
    contentHash(content),
    from_name,
    ...(own ? [own.mailbox_id] : []),
  ]);
  return createHash("sha256")
    .update(JSON.stringify([first, said]))
    .digest("hex");
}

interface SentBy {
  tracking: Tracking;
  from_name: string;
  postal_address: string;
}

/** Freezes a campaign's versions. Without a test, there are none besides its own content. */
export async function freezeVersions(
  account: string,
  versions: readonly Version[],
  { from_name, ...sentBy }: SentBy,
): Promise<{ snapshot: Snapshot; variants: Snapshot[]; content_hash: string }> {
  const links: string[] = [];
  const variants: Snapshot[] = [];
  for (const { content, from_name: name, own } of versions) {
    const by = { ...sentBy, ...own, from_name: name || from_name, links };
    variants.push((await takeSnapshot(account, content, by)).snapshot);
  }
  const [snapshot] = variants;
  if (!snapshot) throw new Error("A campaign has at least its own content.");
  return {
    snapshot,
    variants: variants.length > 1 ? variants : [],
    content_hash: versionsHash(versions),
  };
}

/** What staff review of a first campaign: every version of it. */
export function forReview(snapshot: Snapshot, variants: readonly Snapshot[]): Snapshot {
  if (variants.length < 2) return snapshot;
  const subject = variants.map((variant, index) => `${versionLetter(index)}: ${variant.subject}`).join(" / ");
  const html = variants.map((variant) => variant.html).join("<hr>");
  const attachments = variants.flatMap((variant) => [...variant.attachments]);
  const known = new Map(attachments.map((file) => [file.id, file]));
  return { ...snapshot, subject, html, attachments: [...known.values()] };
}
