/*
 * What lets people in by itself. Events that happen once, such as a sign-up, let somebody in as they are announced. Tags
 * and stages let in whoever comes to have them: who has them already is remembered, so that no other change lets them in.
 */
import { listMatching } from "#src/features/audience/segments/condition-matches.ts";
import type { Announced } from "#src/lib/event.ts";
import { addHours } from "#src/lib/time.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { enqueueAdvance } from "./advance-job.ts";
import { sourceByHand, sourceOf } from "./approvals.ts";
import { startsBySignUp, type Trigger } from "./definition-rules.ts";
import { listDueDays } from "./due-days.ts";
import { listPeopleIds, updateConfirmedAsDue, updateMerged } from "./enrollment-store.ts";
import { enroll } from "./enrollments.ts";
import { endInside } from "./exits.ts";
import { conditionsOf } from "./matches.ts";
import type { ExitReason } from "./rules.ts";
import { type LiveSequence, listAccountsWithTrigger, listLive } from "./store.ts";
import { findContactOfLead, isPickedSince, listInsideOf, updateMatches } from "./trigger-store.ts";

const JOB = "sequences.trigger";
/** A segment hears of whom somebody picks within seconds or, after a down time, later. */
const PICKED_HOURS = 1;

const acting = (platform: Platform, account: string) => systemCtx(platform, { job: JOB, account });

/** Lets contacts into the account's sequences with a trigger that fits. */
async function letIn(
  ctx: Ctx,
  contactIds: readonly string[],
  { source, isFor }: { source: string; isFor: (trigger: Trigger) => boolean },
): Promise<void> {
  for (const live of await listLive(ctx.db, ctx.account))
    if (live.settings.triggers.some(isFor)) await enroll(ctx, live, { contactIds, source });
}

/** Somebody signed up on a page. */
export async function enterByLead(
  platform: Platform,
  { id, account, subject, payload: { profile_id } }: Announced<{ profile_id: string }>,
): Promise<void> {
  const ctx = acting(platform, account);
  const contact = await findContactOfLead(ctx.db, { account, id: subject });
  if (contact === undefined) return;
  await letIn(ctx, [contact], { source: id, isFor: startsBySignUp(profile_id) });
  await lookAtContacts(ctx, [contact], id);
}

export async function enterByConfirming(
  platform: Platform,
  { id, account, subject }: Announced<object>,
): Promise<void> {
  const ctx = acting(platform, account);
  const now = ctx.now().toISOString();
  for (const sequence of await updateConfirmedAsDue(ctx.db, { user_id: account, contact_id: subject, now }))
    await enqueueAdvance(ctx, { account, id: sequence });
  await letIn(ctx, [subject], { source: id, isFor: ({ type }) => type === "confirmed" });
}

/** What somebody bought lets them out of sequences that end with it, and into those that begin with it. */
export async function reactToOrder(
  platform: Platform,
  { id, account, payload: { contact_id } }: Announced<{ contact_id: string | null }>,
): Promise<void> {
  if (contact_id === null) return;
  const ctx = acting(platform, account);
  await exitBy(ctx, contact_id, { reason: "ordered", isFor: ({ exits }) => exits.is_ordered });
  await letIn(ctx, [contact_id], { source: id, isFor: ({ type }) => type === "order" });
}

/** Another program sent something about somebody. About nobody whom the account knows, nothing happens. */
export async function enterByWebhook(
  platform: Platform,
  { id, account, subject, payload: { contact_id } }: Announced<{ contact_id: string | null }>,
): Promise<void> {
  if (contact_id === null) return;
  const isFor = (trigger: Trigger) => trigger.type === "webhook" && trigger.webhook_id === subject;
  await letIn(acting(platform, account), [contact_id], { source: sourceByHand(id), isFor });
}

/** Somebody's doing, if they've just been picked for a segment that this one asks about. */
export async function enterBySegment(
  platform: Platform,
  {
    id,
    account,
    time,
    payload: { contact_id, segment_id },
  }: Announced<{ contact_id: string; segment_id: string }>,
): Promise<void> {
  const since = addHours(new Date(time), -PICKED_HOURS);
  const isPicked = await isPickedSince(platform.db, { account, contact_id, since });
  const source = isPicked ? sourceByHand(id) : id;
  const isFor = (trigger: Trigger) => trigger.type === "segment" && trigger.segment_id === segment_id;
  await letIn(acting(platform, account), [contact_id], { source, isFor });
}

export async function exitByReply(
  platform: Platform,
  { account, subject }: Announced<object>,
): Promise<void> {
  await exitBy(acting(platform, account), subject, {
    reason: "replied",
    isFor: ({ exits }) => exits.is_replied,
  });
}

/** Leaving a topic lets them out of sequences about it; leaving everything, out of all. */
export async function exitByUnsubscribing(
  platform: Platform,
  { account, subject, payload: { scope } }: Announced<{ scope: string | null }>,
): Promise<void> {
  await exitBy(acting(platform, account), subject, {
    reason: "unsubscribed",
    isFor: ({ topic }) => scope === null || scope === topic,
  });
}

export async function exitBySuppression(
  platform: Platform,
  { account, subject, payload: { scope = null } }: Announced<{ scope?: string | null | undefined }>,
): Promise<void> {
  await exitBy(acting(platform, account), subject, {
    reason: "suppressed",
    isFor: ({ topic }) => scope === null || scope === topic,
  });
}

/** What counts is the version that they're in. They leave a paused sequence, too: it would write to them once it goes on. */
async function exitBy(
  ctx: Ctx,
  contactId: string,
  { reason, isFor }: { reason: ExitReason; isFor: (settings: LiveSequence["settings"]) => boolean },
): Promise<void> {
  const key = { account: ctx.account, contact_id: contactId };
  for (const { id, settings } of await listInsideOf(ctx.db, key))
    if (isFor(settings)) await endInside(ctx, { sequence_id: id, contactIds: [contactId], reason });
}

/** Contacts were added or changed. `source` is the event's id. */
export async function lookAtContacts(ctx: Ctx, contactIds: readonly string[], source: string): Promise<void> {
  for (const live of await listLive(ctx.db, ctx.account))
    for (const { name, condition } of conditionsOf(live.settings))
      await ctx.write(async (ctx) => {
        const [matching = new Set<string>()] = await listMatching(ctx, [condition], contactIds);
        const contact_ids = [...matching];
        const key = { user_id: ctx.account, sequence_id: live.id, trigger: name };
        const come = await updateMatches(ctx.db, key, { looked: contactIds, matching: contact_ids });
        await enroll(ctx, live, { contactIds: come, source: `${source} ${name}` });
      });
}

export function enterByChange(platform: Platform, event: Announced<object>): Promise<void> {
  return lookAtContacts(acting(platform, event.account), [event.subject], sourceOf(event));
}

export function enterByChanges(platform: Platform, event: Announced<{ ids: string[] }>): Promise<void> {
  return lookAtContacts(acting(platform, event.account), event.payload.ids, sourceOf(event));
}

/** Looks for people whose date has come, where they live. Every quarter of an hour. */
export async function enterByDate(platform: Platform): Promise<void> {
  for (const { account } of await listAccountsWithTrigger(platform.db, "date")) {
    const ctx = acting(platform, account);
    try {
      for (const live of await listLive(ctx.db, account))
        for (const trigger of live.settings.triggers)
          if (trigger.type === "date") await enterByOneDate(ctx, live, trigger);
    } catch (error) {
      // What's wrong with one account doesn't stop the others.
      platform.log.error({ err: error, account }, "an account's dates couldn't be looked at");
    }
  }
}

async function enterByOneDate(
  ctx: Ctx,
  live: LiveSequence,
  trigger: Extract<Trigger, { type: "date" }>,
): Promise<void> {
  for (const { day, people } of await listDueDays(ctx, trigger, live.settings.time_zone)) {
    const contactIds = await listPeopleIds(ctx.db, people);
    const source = `date ${trigger.field} ${trigger.days} ${day}`;
    await enroll(ctx, live, { contactIds, source });
  }
}

export function mergeEnrollments(
  platform: Platform,
  { account, subject, payload: { gone } }: Announced<{ gone: string }>,
): Promise<void> {
  const now = platform.now().toISOString();
  return platform.write((ctx) => updateMerged(ctx.db, { account, gone, kept: subject, now }));
}
