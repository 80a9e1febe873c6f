/* What's in the way of turning a rule on. */

import { requireIncoming } from "#src/features/audience/incoming-webhooks/incoming-webhooks.ts";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { Condition } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { catalogOf, requireCondition } from "#src/features/audience/segments/conditions/conditions.ts";
import { isSnapshot } from "#src/features/audience/segments/segments.ts";
import { approvalLimit } from "#src/features/email/campaigns/approval/approval.ts";
import type { Problem } from "#src/features/email/sequences/definition-contract.ts";
import type { StepMail } from "#src/features/email/sequences/definition-rules.ts";
import { mailProblems, refusalOf } from "#src/features/email/sequences/mail-content.ts";
import { requireSequence } from "#src/features/email/sequences/sequences.ts";
import { requireLink } from "#src/features/pages/links/links.ts";
import { requireProfile } from "#src/features/pages/profiles/profiles.ts";
import type { Ctx } from "#src/platform/context.ts";
import { bodyProblem } from "./body-rules.ts";
import { type Action, type Definition, FACTS, IMPERSONAL_ACTIONS, type Trigger } from "./definition-rules.ts";
import { listRunnable } from "./store.ts";
import { urlProblem } from "./webhook-rules.ts";

const stop = (where: string, message: string): Problem => ({ severity: "stop", where, message });

export function mailActionsOf({ actions }: Pick<Definition, "actions">): { id: string; mail: StepMail }[] {
  return actions.flatMap((action) => (action.type === "send" ? [{ id: action.id, mail: action.mail }] : []));
}

interface Written {
  id: string;
  draft: Definition;
}

export async function problemsOf(ctx: Ctx, { id, draft: definition }: Written): Promise<Problem[]> {
  const catalog = await catalogOf(ctx);
  const { triggers, actions } = definition;
  const problems: Problem[] = [];
  if (triggers.length === 0) problems.push(stop("triggers", "Choose what starts it."));
  if (actions.every(({ type }) => type === "wait")) problems.push(stop("actions", "Add what it does."));
  if (new Set(actions.map(({ id }) => id)).size < actions.length)
    problems.push(stop("actions", "Two actions have the same id. Each action needs its own."));
  for (const trigger of triggers) {
    const message = wrongWithTrigger(trigger, definition, catalog) ?? (await wrongWithCaller(ctx, trigger));
    if (message !== undefined) problems.push(stop("triggers", message));
  }
  problems.push(...factProblems(definition));
  for (const action of actions) {
    const message = wrongWith(action, catalog) ?? (await wrongOutside(ctx, action));
    if (message !== undefined) problems.push(stop(action.id, message));
  }
  for (const { where, condition } of conditionsIn(definition)) {
    const message = await refusalOf(() => requireCondition(ctx, condition, catalog));
    if (message !== undefined) problems.push(stop(where, message));
  }
  const mails = mailActionsOf(definition);
  problems.push(...(await budgetProblems(ctx, { id, draft: definition })));
  return [...problems, ...(await mailProblems(ctx, definition, mails))];
}

/** Sequences write to people, too, or will once they say something else. */
const isWriting = ({ actions }: Pick<Definition, "actions">) =>
  actions.some(({ type }) => type === "send" || type === "start_sequence");

/** 5.3.10: several rules together aren’t a way around a second person’s approval. */
export async function budgetProblems(ctx: Ctx, { id, draft }: Written): Promise<Problem[]> {
  const limit = isWriting(draft) ? await approvalLimit(ctx.db, ctx.account) : null;
  if (limit === null) return [];
  if (draft.budget > limit)
    return [
      stop(
        "budget",
        "E-mail to so many people needs a second person’s approval. Let it run less often in a day.",
      ),
    ];
  const others = (await listRunnable(ctx.db, ctx.account)).filter(
    ({ automation_id, state, definition }) =>
      automation_id !== id && state === "active" && isWriting(definition),
  );
  const runs = others.reduce((sum, { definition }) => sum + definition.budget, draft.budget);
  if (runs <= limit) return [];
  return [
    stop(
      "budget",
      "Together with your other rules, that’s e-mail to so many people that a second person would have to approve it. Let them run less often in a day.",
    ),
  ];
}

/** All conditions of a rule, with where they are: `condition`, or an action's id. */
function conditionsIn({ condition, actions }: Definition): { where: string; condition: Condition }[] {
  const found: { where: string; condition: Condition | null }[] = [{ where: "condition", condition }];
  for (const { id, ...action } of actions)
    if (action.type === "wait" && action.wait.kind === "condition")
      found.push({ where: id, condition: action.wait.condition });
  return found.flatMap(({ where, condition }) => (condition === null ? [] : [{ where, condition }]));
}

const hasId = (items: readonly { id: string }[], wanted: string) =>
  items.some(({ id }) => id === wanted.toLowerCase());
const hasAll = (items: readonly { id: string }[], wanted: readonly string[]) =>
  wanted.every((id) => hasId(items, id));

function wrongWithTrigger(trigger: Trigger, definition: Definition, catalog: Catalog): string | undefined {
  switch (trigger.type) {
    case "page_opened":
    case "lead":
      return hasAll(catalog.pages, trigger.profile_ids)
        ? undefined
        : "A page that starts it was deleted. Choose another one.";
    case "link_clicked":
      return hasAll(catalog.links, trigger.link_ids)
        ? undefined
        : "A link that starts it was deleted. Choose another one.";
    case "tag":
      return trigger.tag.trim() === "" ? "Choose the tag that starts it." : undefined;
    case "field":
      return catalog.fields.some(({ key }) => key === trigger.key)
        ? undefined
        : "Choose the field that starts it.";
    case "stage":
      return hasId(catalog.stages, trigger.stage_id)
        ? undefined
        : "The stage that starts it was removed. Choose another one.";
    case "segment":
      return hasId(catalog.segments, trigger.segment_id)
        ? undefined
        : "The segment that starts it was deleted. Choose another one.";
    case "date":
      return catalog.fields.find(({ key }) => key === trigger.field)?.type === "date"
        ? undefined
        : "Choose a date field that starts it.";
    case "schedule":
      return wrongWithSchedule(trigger, definition);
    default:
      return undefined;
  }
}

async function wrongWithCaller(ctx: Ctx, trigger: Trigger): Promise<string | undefined> {
  if (trigger.type === "segment" && (await isSnapshot(ctx, trigger.segment_id)))
    return "A snapshot stays as it is: nobody comes into it or leaves. Choose another segment.";
  return trigger.type === "webhook" ? refusalOf(() => requireIncoming(ctx, trigger.webhook_id)) : undefined;
}

function wrongWithSchedule(
  { is_for_each }: Extract<Trigger, { type: "schedule" }>,
  { actions, condition }: Definition,
): string | undefined {
  if (is_for_each) return undefined;
  if (condition !== null) return "It runs once, for nobody in particular, so it can’t have conditions.";
  return actions.every(({ type }) => IMPERSONAL_ACTIONS.includes(type))
    ? undefined
    : "It runs once, for nobody in particular, so it can’t do something to a fan.";
}

/** Tests of what no trigger tells. */
function factProblems({ triggers, event_tests }: Definition): Problem[] {
  const isTold = (fact: string) =>
    triggers.some(
      ({ type }) => FACTS[type].includes(fact) || (type === "webhook" && fact.startsWith("body.")),
    );
  return event_tests.every(({ fact }) => isTold(fact))
    ? []
    : [stop("event_tests", "Nothing that starts it tells this. Choose something else to test.")];
}

function wrongWith(action: Action, catalog: Catalog): string | undefined {
  switch (action.type) {
    case "wait":
      return action.wait.kind === "condition" && action.wait.condition === null
        ? "Choose a condition."
        : undefined;
    case "start_sequence":
      return action.sequence_id === null ? "Choose a sequence." : undefined;
    case "tag":
      return action.tag.trim() === "" ? "Enter a tag." : undefined;
    case "field":
      return catalog.fields.some(({ key }) => key === action.key) ? undefined : "Choose a field.";
    case "stage":
      return action.stage_id === null || hasId(catalog.stages, action.stage_id)
        ? undefined
        : "Choose a stage.";
    case "owner":
      return action.owner_id === null || catalog.owners.some(({ id }) => id === action.owner_id)
        ? undefined
        : "Choose somebody on your team.";
    case "task":
      return action.title.trim() === "" ? "Say what’s to do." : undefined;
    case "note":
      return action.text.trim() === "" ? "Write the note." : undefined;
    case "notify":
      return action.text.trim() === "" ? "Say what your team should know." : undefined;
    case "topic":
      return catalog.topics.some(({ key }) => key === action.topic) ? undefined : "Choose a topic.";
    case "score":
      return action.points === 0 ? "Enter how many points it gives or takes." : undefined;
    case "webhook":
      return urlProblem(action.url) ?? bodyProblem(action.body);
    default:
      return undefined;
  }
}

/** What other parts of the account say about an action. */
async function wrongOutside(ctx: Ctx, action: Action): Promise<string | undefined> {
  if (action.type === "link") {
    const { link_id } = action;
    return link_id === null ? "Choose a link." : refusalOf(() => requireLink(ctx, link_id));
  }
  if (action.type === "promotion") {
    const { profile_id } = action;
    return profile_id === null ? "Choose a page." : refusalOf(() => requireProfile(ctx, profile_id));
  }
  if (action.type !== "start_sequence" && action.type !== "stop_sequence") return undefined;
  const { sequence_id } = action;
  return sequence_id === null ? undefined : refusalOf(() => requireSequence(ctx, sequence_id));
}
