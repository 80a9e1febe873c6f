/*
 * A campaign's way from draft to ledger: its content, its problems, and its start, which freezes content and
 * audience.
 */
import * as z from "zod";
import { contactsIn, listNamed } from "#src/features/audience/segments/audience.ts";
import {
  type BatchSender,
  canSend,
  enqueueBatchSends,
  ensureGuarded,
  loadSenders,
  type SenderSplit,
  startBatch,
  versionSenders,
} from "#src/features/email/delivery/delivery.ts";
import { type BatchContent, contentHash } from "#src/features/email/delivery/snapshot.ts";
import { deliveries } from "#src/features/email/delivery/tables.ts";
import { markFilesUsed } from "#src/features/email/templates/files/files.ts";
import { momentIn } from "#src/lib/time-zones.ts";
import { hasFeature } from "#src/platform/account-features.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { analyzeAfterBulk } from "#src/platform/db/maintenance.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import type { Limit } from "#src/platform/limits.ts";
import { approvalStatus } from "../approval/approval.ts";
import { findRules } from "../approval/approval-store.ts";
import { campaignTests, type TestPlan } from "../campaign-tests.ts";
import type { LocalTime } from "../contract.ts";
import { requestReview } from "../review/review.ts";
import { RESEND_HOURS_MIN } from "../rules.ts";
import { type CampaignRow, findCampaign, findPostalAddress } from "../store.ts";
import { markFailed, transitionCampaign } from "../transitions.ts";
import { type AudienceCounts, type AudienceQuery, countAudience, insertAudience } from "./audience-store.ts";
import type { Checked, Problem } from "./check-contract.ts";
import { contentOfCampaign } from "./content.ts";
import {
  audienceProblems,
  campaignSenders,
  contentProblems,
  duplicateProblems,
  emptyAudienceMessage,
  knownNetworkProblems,
  networkProblems,
  senderProblems,
  stopProblem,
  volumeProblems,
} from "./preflight-checks.ts";
import type { Split } from "./split-store.ts";
import {
  extraSenders,
  forReview,
  freezeVersions,
  loadVersions,
  type Version,
  versionsHash,
} from "./versions.ts";
import { dueTimes, planWaves } from "./waves.ts";

export { findPostalAddress } from "../store.ts";
export { contentOfCampaign } from "./content.ts";
export { campaignSenders, contentProblems } from "./preflight-checks.ts";
export { planWaves, type Wave } from "./waves.ts";

const oneCampaign = z.object({ account: z.string(), id: z.string() });
type OneCampaign = z.output<typeof oneCampaign>;

export const launchJob: JobType<OneCampaign> = {
  name: "campaigns.prepare",
  class: "sending",
  data: oneCampaign,
};

/** A campaign, and the result of starting it now. */
export interface Preflight {
  problems: Problem[];
  counts: AudienceCounts;
  aim: AudienceQuery;
  content: BatchContent;
  /** More than one if it's tested. */
  versions: Version[];
  plan: TestPlan | undefined;
  /**
   * The sending accounts that can send, or all of them if none can. The name is the main one's, whether it
   * can or not.
   */
  ways: BatchSender[];
  /** The sending accounts that only versions go through. */
  extra: BatchSender[];
  from_name: string;
  postal_address: string;
}

/** Each check reads the whole audience and renders the e-mail once. The composer asks after every pause. */
const LOOKS: Limit = { name: "campaigns.check", attempts: 300, seconds: 300 };

/** Counts a check that someone requested, outside of a transaction. */
export async function countCheck(ctx: Ctx): Promise<void> {
  await ctx.limits.count(LOOKS, ctx.account);
}

/** Renders and checks large e-mail in another thread beforehand, so that no transaction waits for it. */
export async function prerenderContent(ctx: Ctx, row: CampaignRow): Promise<void> {
  const { content } = await contentOfCampaign(ctx, row);
  await contentProblems(ctx, content);
}

export async function loadAudienceQuery(ctx: Ctx, row: CampaignRow): Promise<AudienceQuery> {
  const { content } = await contentOfCampaign(ctx, row);
  return toAudienceQuery(ctx, row, contentHash(content));
}

/** Returns the problems of a campaign, and its recipients (email.md 5.10.16). */
export async function runPreflight(ctx: Ctx, row: CampaignRow): Promise<Preflight> {
  const all = await loadSenders(ctx, campaignSenders(row));
  const mailbox = all[0]?.mailbox;
  const able = all.filter(canSend);
  const ways = able.length > 0 ? able : all;
  const { content, problems: ofTemplate } = await contentOfCampaign(ctx, row);
  // A sending account's own postal address wins over the one for all e-mail.
  const postal_address =
    mailbox?.postal_address.trim() || (await findPostalAddress(ctx.db, ctx.account)).trim();
  const written = await contentProblems(ctx, content);
  const plan = await campaignTests().findPlan(ctx, row.id);
  const { versions, problems: ofVersions } = await loadVersions(ctx, row, { own: content, plan });
  const extra = await loadSenders(ctx, extraSenders(row, plan));
  const problems = [...senderProblems(row, { ways: all, postal_address }), ...written, ...ofTemplate];
  problems.push(...ofVersions);
  const aim = {
    ...(await toAudienceQuery(ctx, row, versionsHash(versions))),
    split: plan && splitOf(plan, 0),
  };
  const counts = await countAudience(ctx.db, aim, splitAmong(row, { ways, plan }));
  problems.push(...(await audienceProblems(ctx, row.audience)));
  problems.push(...(await volumeProblems(ctx, [...ways, ...extra], counts)));
  if (counts.recipients === 0) problems.push(stopProblem("audience", emptyAudienceMessage(counts)));
  problems.push(...(await duplicateProblems(ctx, row, { subject: content.subject, aim })));
  const from_name = row.from_name || (mailbox?.from_name ?? "");
  const found = { problems: withoutRepeats(problems), counts, aim, content, versions, plan };
  return { ...found, ways, extra, from_name, postal_address };
}

/** Who goes out through which sending account: a version through its own, if it has one. */
function splitAmong(row: CampaignRow, { ways, plan }: Pick<Preflight, "ways" | "plan">): SenderSplit {
  return { ways, before: 0, own: plan && versionSenders(mailboxIdsOf(row, plan), plan.versions) };
}

const mailboxIdsOf = (row: CampaignRow, plan: TestPlan | undefined) =>
  [...campaignSenders(row), ...extraSenders(row, plan)].map(({ mailbox_id }) => mailbox_id);

/** A test's parts of an audience. A number of people is a share of those who may get something. */
function splitOf({ test_id, versions, holdout_share, sample }: TestPlan, recipients: number): Split {
  const mailed = 1 - holdout_share;
  const share = "share" in sample ? sample.share : sample.number / Math.max(1, recipients);
  return {
    test_id,
    holdout_end: holdout_share,
    sample_end: holdout_share + mailed * Math.min(1, share),
    delays: versions.map(({ delay_minutes }) => delay_minutes),
  };
}

/** Includes network checks. They take seconds, so don't call this in a transaction. */
export async function runPreflightWithNetwork(ctx: Ctx, row: CampaignRow): Promise<Preflight> {
  const ready = await runPreflight(ctx, row);
  const { ways, extra, content } = ready;
  const outside = await networkProblems(ctx, [...ways, ...extra], content);
  const problems = withoutRepeats([...ready.problems, ...outside]);
  return { ...ready, problems };
}

/** A problem with several links or pictures reads the same for each, so one is enough. */
function withoutRepeats(problems: readonly Problem[]): Problem[] {
  const words = problems.map(({ message, about = "" }) => about + message);
  return problems.filter((_, index) => words.indexOf(words[index] ?? "") === index);
}

export async function toAudienceQuery(
  ctx: Ctx,
  row: CampaignRow,
  content_hash: string,
): Promise<AudienceQuery> {
  const { user_id, id, audience, topic, series_id, resend_of } = row;
  return {
    user_id,
    id,
    people: await contactsIn(ctx, audience),
    topic,
    series_id,
    resend_of,
    content_hash,
    now: ctx.now().toISOString(),
  };
}

export function toChecked(
  { now }: Platform,
  { counts, problems }: Pick<Preflight, "counts" | "problems">,
): Checked {
  return { at: now().toISOString(), recipients: counts.recipients, problems };
}

export function isReady({ problems }: Pick<Preflight, "problems">): boolean {
  return problems.every(({ severity }) => severity !== "stop");
}

/** Queues a campaign's start, in the transaction that moves it to `preparing`. */
export function enqueueLaunch(ctx: Platform, { account, id }: OneCampaign): Promise<void> {
  return ctx.enqueue(launchJob, { account, id }, { key: `${account} ${id}` });
}

const NOT_APPROVED = stopProblem(
  "approval",
  "It goes to more people than were approved, or has changed since. Ask for approval again.",
);

const SWITCHED_OFF = "Campaigns aren’t available for this account at the moment. Nothing was sent.";

/** Freezes content and audience, and starts sending. All of it happens or none, so it may be retried. */
export async function launchCampaign(platform: Platform, { account, id }: OneCampaign): Promise<void> {
  await ensureGuarded(platform);
  const ctx = systemCtx(platform, { job: launchJob.name, account });
  const key = { user_id: account, id };
  const row = await findCampaign(ctx.db, key);
  if (row?.state !== "preparing") return;
  if (!(await hasFeature(ctx, "campaigns", account))) return markFailed(ctx, key, SWITCHED_OFF);
  const ready = await runPreflight(ctx, row);
  const { ways, from_name, postal_address, plan } = ready;
  const isApproved = (await approvalStatus(ctx, row, ready)) !== "missing";
  const problems = isApproved ? ready.problems : [...ready.problems, NOT_APPROVED];
  const first = problems.find(({ severity }) => severity === "stop");
  if (first) return markFailed(ctx, key, first.message);
  const { tracking } = row;
  const sentBy = { tracking, from_name, postal_address };
  const { snapshot, variants, content_hash } = await freezeVersions(account, ready.versions, sentBy);
  const split = ready.plan && splitOf(ready.plan, ready.counts.recipients);
  await ctx.write(async (ctx) => {
    const now = ctx.now();
    const aim = { ...(await toAudienceQuery(ctx, row, content_hash)), split };
    const due = await dueTimes(ctx.db, { row, aim, now });
    const audience = await insertAudience(ctx.db, aim, { due, ...splitAmong(row, { ways, plan }) });
    // The network checks ran when it was scheduled or sent.
    const problems = [...ready.problems, ...knownNetworkProblems(row.checked)];
    const checked = {
      ...toChecked(ctx, { counts: audience, problems }),
      named: await listNamed(ctx, row.audience),
    };
    const { sender_recipients, ...counts } = audience;
    await startBatch(ctx, { ...(await toBatch(ctx, row, plan)), snapshot, variants, sender_recipients });
    const changes = { checked, content_hash, ...counts, started_at: now.toISOString() };
    const moved = await transitionCampaign(ctx, key, { from: ["preparing"], to: "sending", changes });
    if (!moved) throw new Error("The campaign moved on while it was prepared.");
    for (const version of ready.versions)
      await markFilesUsed(ctx, account, version.content.attachments ?? []);
    const { recipients } = counts;
    await requestReview(ctx, { row, from_name, snapshot: forReview(snapshot, variants), recipients });
    if (split) await campaignTests().started(ctx, id);
    await enqueueBatchSends(ctx, id);
  });
  await analyzeAfterBulk(platform, ready.counts.recipients, deliveries);
}

/** A campaign as the batch that it goes out as. What few didn't open comes after all other e-mail. */
async function toBatch({ db }: Ctx, row: CampaignRow, plan: TestPlan | undefined) {
  const { id, topic, tracking, resend_of } = row;
  const senders = [...campaignSenders(row), ...extraSenders(row, plan)];
  const { late_minutes } = await findRules(db, row.user_id);
  return {
    id,
    topic,
    tracking,
    mailbox_ids: senders.map(({ mailbox_id }) => mailbox_id),
    shares: senders.map(({ share }) => share),
    rest_hours: resend_of === null ? null : RESEND_HOURS_MIN,
    late_minutes,
  };
}

/** Returns when the first of a campaign's recipients get it, and how it determines the time of the others. */
export async function firstWave(ctx: Ctx, row: CampaignRow, { local_time, time_zone }: LocalTime) {
  const aim = await loadAudienceQuery(ctx, row);
  const [first] = await planWaves(ctx.db, aim, { local_time, time_zone, since: ctx.now() });
  const scheduled_at = first?.at ?? momentIn(time_zone, local_time).toISOString();
  return { scheduled_at, local_time, time_zone };
}
