/* From a draft to a version: what's in the way, and freezing it. */

import type { InferContractRouterInputs } from "@orpc/contract";
import { NEWS_TOPIC } from "#src/features/audience/consent-records/rules.ts";
import { listIncomingWebhooks } from "#src/features/audience/incoming-webhooks/incoming-webhooks.ts";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { catalogOf, requireCondition } from "#src/features/audience/segments/conditions/conditions.ts";
import { isSnapshot } from "#src/features/audience/segments/segments.ts";
import { needsApproval } from "#src/features/email/campaigns/approval/approval.ts";
import { requestReview } from "#src/features/email/campaigns/review/review.ts";
import type { Snapshot } from "#src/features/email/delivery/snapshot.ts";
import { requireSendingAllowed } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { failure } from "#src/lib/errors.ts";
import { nextVersion } from "#src/lib/time.ts";
import { actorId, type Ctx } from "#src/platform/context.ts";
import { enqueueAdvance } from "./advance-job.ts";
import { SEQUENCE_ERRORS, type Sequence, type SequenceCheck, type sequencesContract } from "./contract.ts";
import type { Problem } from "./definition-contract.ts";
import {
  conditionsIn,
  type Definition,
  hasAlike,
  type Step,
  stepsOf,
  type Trigger,
} from "./definition-rules.ts";
import { countUnmailed, updateVersionOf } from "./enrollment-store.ts";
import { sequencePublished } from "./events.ts";
import { mailProblems, refusalOf } from "./mail-content.ts";
import { fillMatches } from "./matches.ts";
import { VERSIONS_BYTES_MAX, VERSIONS_MAX } from "./rules.ts";
import { getSequence, requireLocked, requireSequence } from "./sequences.ts";
import { freezeVersions, startStepTests, versionProblems } from "./step-tests.ts";
import {
  countInside,
  findVersionTests,
  insertVersion,
  type SequenceKey,
  type SequenceRow,
  updateSequenceRow,
} from "./store.ts";
import type { VersionTests } from "./tables.ts";
import { countVersionBytes, updateUnusedVersions } from "./versions-store.ts";

type Inputs = InferContractRouterInputs<typeof sequencesContract>;

const stop = (where: string, message: string): Problem => ({ severity: "stop", where, message });

export async function checkSequence(ctx: Ctx, { id }: { id: string }): Promise<SequenceCheck> {
  const row = await requireSequence(ctx, id);
  const problems = await problemsOf(ctx, row.draft);
  return {
    problems,
    is_ready: isReady(problems),
    inside: await countInside(ctx.db, { user_id: ctx.account, id }),
  };
}

const isReady = (problems: readonly Problem[]) => problems.every(({ severity }) => severity !== "stop");

async function problemsOf(ctx: Ctx, definition: Definition): Promise<Problem[]> {
  const catalog = await catalogOf(ctx);
  const { items: webhooks } = await listIncomingWebhooks(ctx);
  const steps = stepsOf(definition);
  const problems: Problem[] = [];
  if (steps.length === 0) problems.push(stop("steps", "Add a step."));
  if (new Set(steps.map(({ id }) => id)).size < steps.length)
    problems.push(stop("steps", "Two steps have the same id. Each step needs its own."));
  if (definition.triggers.length === 0)
    problems.push({
      severity: "warning",
      where: "triggers",
      message: "Nothing starts it by itself, so only you or a program can add people.",
    });
  for (const trigger of definition.triggers) {
    problems.push(...triggerProblems(trigger, catalog, webhooks));
    if (trigger.type === "segment" && (await isSnapshot(ctx, trigger.segment_id)))
      problems.push(stop("triggers", SNAPSHOT));
  }
  const isYearly = definition.triggers.some((trigger) => trigger.type === "date" && trigger.is_yearly);
  if (isYearly && definition.reentry === "never")
    problems.push({
      severity: "warning",
      where: "triggers",
      message:
        "Its date comes every year, but people go through it only once. Let them in again after the end.",
    });
  for (const step of steps) problems.push(...stepProblems(step, steps, catalog));
  for (const { where, condition } of conditionsIn(definition)) {
    const message = await refusalOf(() => requireCondition(ctx, condition, catalog));
    if (message !== undefined) problems.push(stop(where, message));
  }
  const mails = mailStepsOf(definition);
  problems.push(...(await mailProblems(ctx, definition, mails)));
  for (const step of mails) problems.push(...(await versionProblems(ctx, step)));
  return problems;
}

const SNAPSHOT = "A snapshot stays as it is: nobody comes into it or leaves. Choose another segment.";

const hasId = (items: readonly { id: string }[], wanted: string) =>
  items.some(({ id }) => id === wanted.toLowerCase());

function triggerProblems(trigger: Trigger, catalog: Catalog, webhooks: readonly { id: string }[]): Problem[] {
  const where = "triggers";
  if (trigger.type === "tag" && trigger.tag.trim() === "")
    return [stop(where, "Choose the tag that starts it.")];
  if (trigger.type === "stage" && !hasId(catalog.stages, trigger.stage_id))
    return [stop(where, "The stage that starts it was removed. Choose another one.")];
  if (trigger.type === "segment" && !hasId(catalog.segments, trigger.segment_id))
    return [stop(where, "The segment that starts it was deleted. Choose another one.")];
  if (trigger.type === "lead" && !trigger.profile_ids.every((id) => hasId(catalog.pages, id)))
    return [stop(where, "A page that starts it was deleted. Choose another one.")];
  if (trigger.type === "webhook" && !webhooks.some(({ id }) => id === trigger.webhook_id))
    return [stop(where, "The webhook that starts it was deleted. Choose another one.")];
  if (trigger.type !== "date") return [];
  const field = catalog.fields.find(({ key }) => key === trigger.field);
  return field?.type === "date" ? [] : [stop(where, "Choose a date field that starts it.")];
}

function stepProblems(step: Step, steps: readonly Step[], catalog: Catalog): Problem[] {
  const wrong = wrongWith(step, steps, catalog);
  return wrong === undefined ? [] : [stop(step.id, wrong)];
}

function wrongWith(step: Step, steps: readonly Step[], catalog: Catalog): string | undefined {
  switch (step.type) {
    case "branch":
      return step.condition === null ? "Choose a condition." : undefined;
    case "wait":
      return step.wait.kind === "condition" && step.wait.condition === null
        ? "Choose a condition."
        : undefined;
    case "tag":
      return step.tag.trim() === "" ? "Enter a tag." : undefined;
    case "field":
      return catalog.fields.some(({ key }) => key === step.key) ? undefined : "Choose a field.";
    case "stage":
      return step.stage_id === null || hasId(catalog.stages, step.stage_id) ? undefined : "Choose a stage.";
    case "topic":
      if (step.topic === NEWS_TOPIC)
        return "News is what fans sign up for, so a step can’t change it. Choose another topic.";
      return catalog.topics.some(({ key }) => key === step.topic) ? undefined : "Choose a topic.";
    case "send":
      return step.test && hasAlike(step.test)
        ? "Give each version of the test something of its own."
        : undefined;
    case "task":
      return step.title.trim() === "" ? "Say what’s to do." : undefined;
    case "notify":
      return step.text.trim() === "" ? "Say what your team should know." : undefined;
    case "goto":
      return steps.some(({ id }) => id === step.step_id) && step.step_id !== step.id
        ? undefined
        : "Choose the step to go to.";
    default:
      return undefined;
  }
}

const mailStepsOf = (definition: Definition) =>
  stepsOf(definition).flatMap((step) => (step.type === "send" ? [step] : []));

/** Freezes the e-mail of a definition. */
async function freezeMail(
  ctx: Ctx,
  definition: Definition,
): Promise<{ snapshots: Record<string, Snapshot>; variants: VersionTests }> {
  const snapshots: Record<string, Snapshot> = {};
  const variants: Record<string, VersionTests[string]> = {};
  for (const step of mailStepsOf(definition)) {
    const frozen = await freezeVersions(ctx, step, definition);
    if (frozen[0]) snapshots[step.id] = frozen[0];
    if (frozen.length > 1) variants[step.id] = { id: "", variants: frozen };
  }
  return { snapshots, variants };
}

/** Publishes the draft. People inside finish their version, unless `moves` takes those at a step to the new one. */
export async function publishSequence(ctx: Ctx, { id, moves = {} }: Inputs["publish"]): Promise<Sequence> {
  const row = await requireSequence(ctx, id);
  if (row.state === "stopped") throw failure(SEQUENCE_ERRORS, "SEQUENCE_STATE");
  if ((row.version ?? 0) >= VERSIONS_MAX) throw failure(SEQUENCE_ERRORS, "SEQUENCE_VERSIONS");
  await requireSendingAllowed(ctx);
  const problems = await problemsOf(ctx, row.draft);
  if (!isReady(problems)) throw failure(SEQUENCE_ERRORS, "SEQUENCE_NOT_READY", { data: { problems } });
  const known = new Set(stepsOf(row.draft).map((step) => step.id));
  if (!Object.values(moves).every((step) => known.has(step)))
    throw failure(SEQUENCE_ERRORS, "STEP_NOT_FOUND");
  const { snapshots, variants } = await freezeMail(ctx, row.draft);
  return ctx.write(async (ctx) => {
    const before = await requireLocked(ctx, id);
    // What was checked isn't what's here anymore.
    if (before.updated_at !== row.updated_at) throw failure(SEQUENCE_ERRORS, "SEQUENCE_STATE");
    await publish(ctx, before, { snapshots, variants, moves });
    return getSequence(ctx, { id });
  });
}

interface Publishing {
  snapshots: Record<string, Snapshot>;
  variants: VersionTests;
  moves: Readonly<Record<string, string>>;
}

/** Whoever got in while there was no e-mail did so without anyone's approval of it. */
async function requireApproval(
  ctx: Ctx,
  key: SequenceKey,
  { snapshots, moves }: Omit<Publishing, "variants">,
): Promise<void> {
  if (Object.keys(snapshots).length === 0) return;
  const count = await countUnmailed(ctx.db, key, Object.keys(moves));
  if (await needsApproval(ctx.db, key.user_id, count)) throw failure(SEQUENCE_ERRORS, "SEQUENCE_UNAPPROVED");
}

async function publish(
  ctx: Ctx,
  row: SequenceRow,
  { snapshots, variants, moves }: Publishing,
): Promise<void> {
  const { id, draft } = row;
  const key = { user_id: ctx.account, id };
  const version = (row.version ?? 0) + 1;
  const now = ctx.now().toISOString();
  const before =
    row.version === null ? undefined : await findVersionTests(ctx.db, { ...key, version: row.version });
  const tests = await startStepTests(ctx, { name: row.name, definition: draft, variants }, before);
  await insertVersion(ctx.db, {
    user_id: ctx.account,
    sequence_id: id,
    version,
    definition: draft,
    snapshots,
    tests,
    published_at: now,
    published_by: actorId(ctx) ?? null,
  });
  const isFirst = row.state === "draft";
  await updateSequenceRow(ctx.db, {
    ...key,
    version,
    ...(isFirst && { state: "active", state_at: now }),
    updated_at: nextVersion(row.updated_at, ctx.now()),
  });
  await fillMatches(ctx, id, draft);
  const [snapshot] = Object.values(snapshots);
  // The first version may have had no e-mail.
  if (snapshot) await requestReview(ctx, { row, from_name: snapshot.from_name, snapshot, recipients: 0 });
  await requireApproval(ctx, key, { snapshots, moves });
  let moved = 0;
  for (const [from, to] of Object.entries(moves))
    moved += await updateVersionOf(ctx.db, { ...key, version, from, to, now });
  await updateUnusedVersions(ctx.db, key);
  if ((await countVersionBytes(ctx.db, ctx.account)) > VERSIONS_BYTES_MAX)
    throw failure(SEQUENCE_ERRORS, "SEQUENCE_SPACE");
  await ctx.announce(sequencePublished, { subject: id, payload: { version, moved } });
  if (moved > 0) await enqueueAdvance(ctx, { account: ctx.account, id });
}
