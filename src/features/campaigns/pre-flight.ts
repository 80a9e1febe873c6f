/* What's looked at before a campaign goes out (features 5.2.5): its sender, content, audience, links, and quota. */
import { findMissing } from "#src/features/contacts/missing.ts";
import {
  domainProblems,
  type SenderProblem,
  signingProblems,
} from "#src/features/mailboxes/authentication.ts";
import { planSends, type requireMailbox } from "#src/features/mailboxes/mailboxes.ts";
import { weighPictures } from "#src/features/templates/library.ts";
import { checkContent } from "#src/features/templates/render.ts";
import type { Content } from "#src/features/templates/rules.ts";
import { findBroken } from "#src/features/templates/templates.ts";
import { DAY_MS } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import { findAlike } from "./approval-store.ts";
import type { Audience } from "./audience-contract.ts";
import type { Aim, AudienceCounts } from "./audience-store.ts";
import type { Checked, Problem } from "./check-contract.ts";
import { type CampaignRow, listFieldKeys } from "./store.ts";

export type Mailbox = Awaited<ReturnType<typeof requireMailbox>>;

export const stop = (where: string, message: string): Problem => ({ severity: "stop", where, message });

export const problemOf = ({ severity, message, where }: Problem): Problem => ({ severity, message, where });

export function nobodyWords({ left_out }: AudienceCounts): string {
  if (left_out.consent && Object.keys(left_out).length === 1)
    return "Nobody in this audience has agreed to get e-mail from you.";
  return "Nobody in this audience would get it. Choose another audience.";
}

/** An audience that names what's gone isn't what somebody meant, so nobody gets it. */
export async function problemsOfAudience(
  ctx: Ctx,
  { tags, profile_ids, filter = {} }: Audience,
): Promise<Problem[]> {
  const { tag, profile_id, stage_id, owner_id } = filter;
  const missing = await findMissing(ctx, {
    tags: tag === undefined ? tags : [...tags, tag],
    profileIds: profile_id === undefined ? profile_ids : [...profile_ids, profile_id],
    ...{ stageId: stage_id, ownerId: owner_id },
  });
  const found = missing.tags.map((tag) => stop("audience", `None of your leads has the tag “${tag}”.`));
  if (missing.isProfile)
    found.push(stop("audience", "One of the profiles in this audience was deleted. Choose another one."));
  if (missing.isStage)
    found.push(stop("audience", "The stage in this audience was removed. Choose another one."));
  if (missing.isTeammate)
    found.push(
      stop("audience", "Someone in this audience’s filter has left your team. Choose someone else."),
    );
  return found;
}

export function problemsOfSender(mailbox: Mailbox | undefined, postal_address: string): Problem[] {
  if (!mailbox) return [stop("sender", "Choose a sending account.")];
  const problems: Problem[] = [];
  if (mailbox.proven_at === null)
    problems.push(stop("mailbox", "Prove that the sender’s e-mail address is yours."));
  if (mailbox.state !== "active" && mailbox.state !== "throttled")
    problems.push(stop("mailbox", "This sending account can’t send right now."));
  if (postal_address === "")
    problems.push(
      stop("mailbox", "Add your postal address to the sending account. Laws ask for it in every e-mail."),
    );
  return problems;
}

export async function problemsOfContent(ctx: Ctx, content: Content): Promise<Problem[]> {
  if (content.html.trim() === "") return [stop("content", "Write the e-mail, or choose a template.")];
  const found = checkContent(content, await listFieldKeys(ctx.db, ctx.account));
  return [...found, ...(await weighPictures(ctx, content.html))].map(problemOf);
}

/** What only matters because of how many get it: the account's signature, and its quota (5.1.2, 5.1.9). */
export async function problemsOfMany(ctx: Ctx, mailbox: Mailbox, recipients: number): Promise<Problem[]> {
  const problems = signingProblems(mailbox, recipients).map(ofMailbox);
  const { left, days } = await planSends(ctx, mailbox, recipients);
  if (left === null || days < 2) return problems;
  const message = `It takes about ${days} days with this sending account, which may send ${left.toLocaleString("en-US")} more today.`;
  return [...problems, { severity: "warning", where: "mailbox", message }];
}

const ofMailbox = ({ severity, message }: SenderProblem): Problem => ({
  severity,
  where: "mailbox",
  message,
});

const OUTSIDE = { links: "links", domain: "domain" };

/** What the DNS and the web say, in parallel. Warnings only: others may be wrong, or away for a moment. */
export async function problemsOutside(
  ctx: Ctx,
  mailbox: Mailbox | undefined,
  { html }: Content,
): Promise<Problem[]> {
  const [domain, links] = await Promise.all([
    mailbox ? domainProblems(ctx, mailbox) : [],
    findBroken(ctx, html),
  ]);
  return [
    ...domain.map((problem) => ({ ...problem, where: OUTSIDE.domain })),
    ...links.map((problem) => ({ ...problemOf(problem), where: OUTSIDE.links })),
  ];
}

/** What an earlier check found outside. */
export function outsideOf(checked: Checked | null): Problem[] {
  return checked?.problems.filter(({ where }) => where in OUTSIDE) ?? [];
}

const ALIKE_DAYS = 7;

/** People rarely mean to tell the same people the same again within days. Series and resends do. */
export async function problemsOfRepeating(
  ctx: Ctx,
  { user_id, id, audience, series_id, resend_of }: CampaignRow,
  { subject, aim: { content_hash } }: { subject: string; aim: Aim },
): Promise<Problem[]> {
  if (series_id !== null || resend_of !== null) return [];
  const since = new Date(ctx.now().getTime() - ALIKE_DAYS * DAY_MS).toISOString();
  const alike = await findAlike(ctx.db, { user_id, id, audience, subject, content_hash, since });
  if (!alike) return [];
  const message = `“${alike.name}” said the same, or had the same subject, and went to the same audience less than ${ALIKE_DAYS} days ago.`;
  return [{ severity: "warning", where: "audience", message }];
}
