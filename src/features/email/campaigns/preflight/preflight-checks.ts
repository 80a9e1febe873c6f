/* The checks before a campaign goes out (features 5.2.5): its sender, content, audience, links, and quota. */

import { findAudienceProblems } from "#src/features/audience/segments/audience.ts";
import type { Audience } from "#src/features/audience/segments/audience-rules.ts";
import { type BatchSender, canSend, type SenderShare } from "#src/features/email/delivery/delivery.ts";
import {
  domainProblems,
  type SenderProblem,
  signingProblems,
} from "#src/features/email/sending-accounts/dns/dns.ts";
import { isReady, planSends } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { findingsOfInstance, imageWeights } from "#src/features/email/templates/library/library.ts";
import { findBrokenLinks } from "#src/features/email/templates/preview/preview.ts";
import { renderer } from "#src/features/email/templates/render/render.ts";
import type { Content } from "#src/features/email/templates/rules.ts";
import { DAY_MS } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import { findAlike } from "../approval/approval-store.ts";
import { type CampaignRow, listFieldKeys } from "../store.ts";
import type { AudienceCounts, AudienceQuery } from "./audience-store.ts";
import type { Checked, Problem } from "./check-contract.ts";

export const stopProblem = (where: string, message: string): Problem => ({
  severity: "stop",
  where,
  message,
});

export const toProblem = ({ severity, message, where }: Problem): Problem => ({ severity, message, where });

export function emptyAudienceMessage({ left_out }: AudienceCounts): string {
  if (left_out.consent && Object.keys(left_out).length === 1)
    return "Nobody in this audience has agreed to get e-mail from you.";
  return "Nobody in this audience would get it. Choose another audience.";
}

/**
 * An audience that names deleted things isn't the intended one, so nobody gets it. A tag that nobody has may be a slip,
 * or one that's still to come: then the audience is what it says, and without anybody in it, it doesn't go out.
 */
export async function audienceProblems(ctx: Ctx, audience: Audience): Promise<Problem[]> {
  const { needed, unwanted, messages } = await findAudienceProblems(ctx, audience);
  const warning = (message: string): Problem => ({ severity: "warning", where: "audience", message });
  return [
    ...messages.map((message) => stopProblem("audience", message)),
    ...needed.map((tag) => warning(`None of your leads has the tag “${tag}”.`)),
    ...unwanted.map((tag) =>
      warning(`None of your leads has the tag “${tag}”, so nobody is left out because of it.`),
    ),
  ];
}

/** A sending account that can't send is a blocking problem only if the campaign has no other. */
export function senderProblems(
  row: CampaignRow,
  { ways, postal_address }: { ways: readonly BatchSender[]; postal_address: string },
): Problem[] {
  if (ways.length === 0) return [stopProblem("sender", "Choose a sending account.")];
  const severity = ways.some(canSend) ? "warning" : "stop";
  const problems = ways.flatMap((way) => {
    const words = [];
    if (way.mailbox.proven_at === null) words.push("Prove that the sender’s e-mail address is yours.");
    if (!isReady(way.mailbox)) words.push("This sending account can’t send right now.");
    return aboutEach(
      ways,
      way,
      words.map((message) => ({ severity, message })),
    );
  });
  if (ways.length < campaignSenders(row).length)
    problems.push({ severity: "warning", where: "sender", message: GONE });
  if (postal_address === "")
    problems.push(
      stopProblem(
        "mailbox",
        "Add your postal address to the sending account. Laws ask for it in every e-mail.",
      ),
    );
  return problems;
}

/** A version has one sending account, so whatever is wrong with it is in the way. */
export function versionSenderProblems(way: BatchSender | undefined, postal_address: string): Problem[] {
  if (!way) return [stopProblem("sender", "Its sending account was deleted. Choose another one.")];
  const problems = [];
  if (way.mailbox.proven_at === null)
    problems.push(stopProblem("mailbox", "Prove that the sender’s e-mail address is yours."));
  if (!isReady(way.mailbox))
    problems.push(stopProblem("mailbox", "This sending account can’t send right now."));
  if (postal_address === "") problems.push(stopProblem("mailbox", ADDRESS_MISSING));
  return problems;
}

const ADDRESS_MISSING = "Add your postal address to the sending account. Laws ask for it in every e-mail.";
const GONE = "A sending account of this campaign was deleted. The others send its part.";

/** Lists problems of a sending account, which is named if there are several. */
function aboutEach(
  ways: readonly BatchSender[],
  { mailbox }: BatchSender,
  problems: readonly SenderProblem[],
) {
  const about = ways.length > 1 ? { about: mailbox.from_address } : {};
  return problems.map((problem): Problem => ({ ...problem, where: "mailbox", ...about }));
}

export async function contentProblems(ctx: Ctx, content: Content): Promise<Problem[]> {
  if (content.html.trim() === "") return [stopProblem("content", "Write the e-mail, or choose a template.")];
  const { subject, preheader, html, text } = content;
  const said = { subject, preheader, html, text };
  const found = await renderer.check(ctx.account, said, await listFieldKeys(ctx.db, ctx.account));
  return [...found, ...(await imageWeights(ctx, content.html))].map(toProblem);
}

/** Checks that depend on the number of recipients: accounts' signatures and quotas (5.1.2, 5.1.9). */
export async function volumeProblems(
  ctx: Ctx,
  ways: readonly BatchSender[],
  { recipients, sender_recipients }: AudienceCounts,
): Promise<Problem[]> {
  const problems = ways.flatMap((way) => aboutEach(ways, way, signingProblems(way.mailbox, recipients)));
  const parts = ways.map(({ mailbox: row, sender_index }) => ({
    row,
    count: sender_recipients[sender_index] ?? 0,
  }));
  const { left, days } = await planSends(ctx, parts);
  if (days < 2) return problems;
  const message =
    ways.length > 1 || left === null
      ? `It takes about ${days} days with these sending accounts.`
      : `It takes about ${days} days with this sending account, which may send ${left.toLocaleString("en-US")} more today.`;
  return [...problems, { severity: "warning", where: "mailbox", message }];
}

const OUTSIDE = { links: "links", domain: "domain", instance: "instance" };

/**
 * Checks the DNS and the web, in parallel. Only warnings, because other servers may be wrong, or down for a
 * moment.
 */
export async function networkProblems(
  ctx: Ctx,
  ways: readonly BatchSender[],
  { html }: Content,
): Promise<Problem[]> {
  const [domains, links] = await Promise.all([
    Promise.all(ways.map(async (way) => aboutEach(ways, way, await domainProblems(ctx, way.mailbox)))),
    findBrokenLinks(ctx, html),
  ]);
  return [
    ...domains.flat().map((problem) => ({ ...problem, where: OUTSIDE.domain })),
    ...links.map((problem) => ({ ...toProblem(problem), where: OUTSIDE.links })),
    ...findingsOfInstance(ctx.instance).map((problem) => ({ ...problem, where: OUTSIDE.instance })),
  ];
}

/** Returns an earlier check's findings from outside. */
export function knownNetworkProblems(checked: Checked | null): Problem[] {
  return checked?.problems.filter(({ where }) => where in OUTSIDE) ?? [];
}

const ALIKE_DAYS = 7;

/**
 * Sending the same content to the same people within days is rarely intended, except by series and resends.
 */
export async function duplicateProblems(
  ctx: Ctx,
  { user_id, id, audience, series_id, resend_of }: CampaignRow,
  { subject, aim: { content_hash } }: { subject: string; aim: AudienceQuery },
): Promise<Problem[]> {
  if (series_id !== null || resend_of !== null) return [];
  const since = new Date(ctx.now().getTime() - ALIKE_DAYS * DAY_MS).toISOString();
  const alike = await findAlike(ctx.db, { user_id, id, audience, subject, content_hash, since });
  if (!alike) return [];
  const message = `“${alike.name}” said the same, or had the same subject, and went to the same audience less than ${ALIKE_DAYS} days ago.`;
  return [{ severity: "warning", where: "audience", message }];
}

type Senders = Pick<CampaignRow, "mailbox_id" | "mailbox_share" | "more_mailboxes">;

/** The sending accounts that a campaign is to go out through, the main one first. Each once, by its first place. */
export function campaignSenders({ mailbox_id, mailbox_share, more_mailboxes }: Senders): SenderShare[] {
  const all = [{ mailbox_id, share: mailbox_share }, ...more_mailboxes];
  const ids = all.map((one) => one.mailbox_id);
  const named = all.flatMap(({ mailbox_id: id, share }, place) =>
    id !== null && ids.indexOf(id) === place ? [{ mailbox_id: id, share }] : [],
  );
  return named.map((one, sender_index) => ({ sender_index, ...one }));
}
