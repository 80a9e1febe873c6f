/*
 * From a draft to the ledger: what a campaign says, what's in the way of sending it, and its start, which
 * freezes content and audience.
 */
import * as z from "zod";

import { keepFiles } from "#src/features/templates/files.ts";
import { asFindings } from "#src/features/templates/renderer.ts";
import { attachmentFindings, type Content } from "#src/features/templates/rules.ts";
import {
  contentOf,
  countdownFindings,
  requireTemplate,
  writtenOf,
} from "#src/features/templates/templates.ts";
import { Failure } from "#src/lib/errors.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { learnOfMany } from "#src/platform/db/upkeep.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import type { Limit } from "#src/platform/limits.ts";
import { standingOf } from "./approved.ts";
import { type Aim, type AudienceCounts, countAudience, freezeAudience } from "./audience-store.ts";
import type { Checked, Problem } from "./check-contract.ts";
import { hashOf, type Said, takeSnapshot } from "./composing.ts";
import { askForReview } from "./first-campaigns.ts";
import { lookFirst } from "./late-waves.ts";
import { failCampaign, moveCampaign } from "./moving.ts";
import {
  nobodyWords,
  outsideOf,
  problemOf,
  problemsOfAudience,
  problemsOfContent,
  problemsOfMany,
  problemsOfRepeating,
  problemsOfSenders,
  problemsOutside,
  stop,
} from "./pre-flight.ts";
import { sendAllSoon } from "./sending.ts";
import { type CampaignRow, findCampaign, findPostalAddress } from "./store.ts";
import { deliveries } from "./tables.ts";
import { dueTimes } from "./waves.ts";
import { canSend, findWays, type OwnWay } from "./ways.ts";

const oneCampaign = z.object({ account: z.string(), id: z.string() });
type OneCampaign = z.output<typeof oneCampaign>;

export const prepareJob: JobType<OneCampaign> = {
  name: "campaigns.prepare",
  class: "sending",
  data: oneCampaign,
};

const EMPTY: Content = { subject: "", preheader: "", html: "", text: "" };

/** A campaign, and what would go out if it started now. */
export interface Ready {
  problems: Problem[];
  counts: AudienceCounts;
  aim: Aim;
  content: Said;
  /** The sending accounts that can send, or all of them if none can. The name is the main one’s, whether it can or not. */
  ways: OwnWay[];
  from_name: string;
  postal_address: string;
}

/** What a campaign says right now: its template's content or its own. Its own subject wins. */
async function contentOfCampaign(
  ctx: Ctx,
  { template_id, subject, html, scheduled_at }: CampaignRow,
): Promise<{ content: Said; problems: Problem[] }> {
  if (template_id === null) return { content: { subject, preheader: "", html, text: "" }, problems: [] };
  const template = await foundBy(() => requireTemplate(ctx, template_id));
  if (!template) return { content: EMPTY, problems: [] };
  let content: Content;
  try {
    content = await contentOf(ctx, writtenOf(template));
  } catch (error) {
    return { content: EMPTY, problems: asFindings(error).map(problemOf) };
  }
  const late = countdownFindings(template, scheduled_at ? new Date(scheduled_at) : ctx.now());
  const { attachments } = template;
  const problems = [...late, ...attachmentFindings(attachments)].map(problemOf);
  return { content: { ...content, subject: subject || content.subject, attachments }, problems };
}

async function foundBy<T>(require: () => Promise<T>): Promise<T | undefined> {
  try {
    return await require();
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return undefined;
    throw error;
  }
}

/** Each look reads the whole audience and writes the e-mail once. */
const LOOKS: Limit = { name: "campaigns.check", attempts: 120, seconds: 300 };

/** Counts a look that someone asked for, outside of a transaction. */
export async function countLook(ctx: Ctx): Promise<void> {
  await ctx.limits.count(LOOKS, ctx.account);
}

/** Large e-mail is put together and checked in another thread: with that done, a transaction needn't wait for it. */
export async function lookAhead(ctx: Ctx, row: CampaignRow): Promise<void> {
  const { content } = await contentOfCampaign(ctx, row);
  await problemsOfContent(ctx, content);
}

/** Who a campaign is for, without what's in the way of sending it. */
export async function findAim(ctx: Ctx, row: CampaignRow): Promise<Aim> {
  const { content } = await contentOfCampaign(ctx, row);
  return aimOf(row, hashOf(content), ctx.now());
}

/** What's in the way of sending a campaign, and who would get it (email.md 5.10.16). */
export async function lookInto(ctx: Ctx, row: CampaignRow): Promise<Ready> {
  const all = await findWays(ctx, row);
  const mailbox = all[0]?.mailbox;
  const able = all.filter(canSend);
  const ways = able.length > 0 ? able : all;
  const { content, problems: ofTemplate } = await contentOfCampaign(ctx, row);
  // A sending account's own postal address wins over the one for all e-mail.
  const postal_address =
    mailbox?.postal_address.trim() || (await findPostalAddress(ctx.db, ctx.account)).trim();
  const written = await problemsOfContent(ctx, content);
  const problems = [
    ...problemsOfSenders(row, { ways: all, postal_address }),
    // Only templates have preview text of their own.
    ...(row.template_id === null ? written.filter(({ where }) => where !== "preheader") : written),
    ...ofTemplate,
  ];
  const aim = aimOf(row, hashOf(content), ctx.now());
  const counts = await countAudience(ctx.db, aim, { ways, before: 0 });
  problems.push(...(await problemsOfAudience(ctx, row.audience)));
  problems.push(...(await problemsOfMany(ctx, ways, counts)));
  if (counts.recipients === 0) problems.push(stop("audience", nobodyWords(counts)));
  problems.push(...(await problemsOfRepeating(ctx, row, { subject: content.subject, aim })));
  const from_name = row.from_name || (mailbox?.from_name ?? "");
  return { problems: withoutRepeats(problems), counts, aim, content, ways, from_name, postal_address };
}

/** With what only others know. Takes seconds, so it's not for transactions. */
export async function lookAround(ctx: Ctx, row: CampaignRow): Promise<Ready> {
  const ready = await lookInto(ctx, row);
  const { ways, content } = ready;
  const problems = withoutRepeats([...ready.problems, ...(await problemsOutside(ctx, ways, content))]);
  return { ...ready, problems };
}

/** What’s wrong with several links or pictures reads the same for each: one of them tells it all. */
function withoutRepeats(problems: readonly Problem[]): Problem[] {
  const words = problems.map(({ message, about = "" }) => about + message);
  return problems.filter((_, index) => words.indexOf(words[index] ?? "") === index);
}

/** Who a campaign is for, as the store asks for it. */
export function aimOf(row: CampaignRow, content_hash: string, now: Date): Aim {
  const { user_id, id, audience, topic, series_id, resend_of } = row;
  return { user_id, id, audience, topic, series_id, resend_of, content_hash, now: now.toISOString() };
}

/** What a check said, to be kept. */
export function checkedOf(
  { now }: Platform,
  { counts, problems }: Pick<Ready, "counts" | "problems">,
): Checked {
  return { at: now().toISOString(), recipients: counts.recipients, problems };
}

export function isReady({ problems }: Pick<Ready, "problems">): boolean {
  return problems.every(({ severity }) => severity !== "stop");
}

/** Queues a campaign's start, in the transaction that moves it to `preparing`. */
export function prepareSoon(ctx: Platform, { account, id }: OneCampaign): Promise<void> {
  return ctx.enqueue(prepareJob, { account, id }, { key: `${account} ${id}` });
}

const NOT_APPROVED = stop(
  "approval",
  "It goes to more people than were approved, or has changed since. Ask for approval again.",
);

/** Freezes content and audience, and starts sending. All of it happens or none, so it may be tried again. */
export async function prepare(platform: Platform, { account, id }: OneCampaign): Promise<void> {
  await lookFirst(platform);
  const ctx = systemCtx(platform, { job: prepareJob.name, account });
  const key = { user_id: account, id };
  const row = await findCampaign(ctx.db, key);
  if (row?.state !== "preparing") return;
  const ready = await lookInto(ctx, row);
  const { content, ways, from_name, postal_address } = ready;
  const isApproved = (await standingOf(ctx, row, ready)) !== "missing";
  const problems = isApproved ? ready.problems : [...ready.problems, NOT_APPROVED];
  const first = problems.find(({ severity }) => severity === "stop");
  if (first) return failCampaign(ctx, key, first.message);
  const taken = await takeSnapshot(account, content, { tracking: row.tracking, from_name, postal_address });
  await ctx.write(async (ctx) => {
    const now = ctx.now();
    const aim = aimOf(row, taken.content_hash, now);
    const due = await dueTimes(ctx.db, { row, aim, now });
    const counts = await freezeAudience(ctx.db, aim, { due, ways, before: 0 });
    // What only others know was found out when it was scheduled or sent.
    const checked = checkedOf(ctx, { counts, problems: [...ready.problems, ...outsideOf(row.checked)] });
    const changes = { checked, ...taken, ...counts, started_at: now.toISOString() };
    const moved = await moveCampaign(ctx, key, { from: ["preparing"], to: "sending", changes });
    if (!moved) throw new Error("The campaign moved on while it was prepared.");
    await keepFiles(ctx, account, content.attachments ?? []);
    const { recipients } = counts;
    await askForReview(ctx, { row, from_name, snapshot: taken.snapshot, recipients });
    await sendAllSoon(ctx, row);
  });
  await learnOfMany(platform, ready.counts.recipients, deliveries);
}
