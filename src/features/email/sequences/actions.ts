/* What steps do to contacts, besides e-mail. */
import { resumeTopic, stopTopic } from "#src/features/audience/consent/automatic-topics.ts";
import { assignStages, tagContacts } from "#src/features/audience/contacts/bulk/bulk.ts";
import { updateContact } from "#src/features/audience/contacts/contact-changes.ts";
import { addTask } from "#src/features/audience/contacts/tasks/tasks.ts";
import { Failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Step } from "./definition-rules.ts";
import { sequenceNotified, sequenceStepReached } from "./events.ts";

interface Acted {
  ids: readonly string[];
  sequence_id: string;
}

/** Does to contacts what a step says. Returns those for whom it failed. */
export async function actOn(ctx: Ctx, act: Step, { ids, sequence_id }: Acted): Promise<ReadonlySet<string>> {
  const many = { selection: { ids: [...ids] }, dry_run: false, undo_id: ctx.newId() };
  if (act.type === "tag")
    return allOrNone(ids, () => tagContacts(ctx, { tag: act.tag, action: act.action, ...many }));
  if (act.type === "stage")
    return allOrNone(ids, () => assignStages(ctx, { stage_id: act.stage_id, ...many }));
  if (act.type === "field")
    return oneByOne(ids, (id) => updateContact(ctx, { id, fields: { [act.key]: act.value } }));
  if (act.type === "topic") return switchTopics(ctx, act, ids);
  if (act.type === "task") {
    const due_at = addDays(ctx.now(), act.days);
    const { title, assignee_id } = act;
    return oneByOne(ids, (id) => addTask(ctx, { id, title, due_at, assignee_id }));
  }
  if (act.type === "notify")
    return oneByOne(ids, (id) =>
      ctx.announce(sequenceNotified, { subject: id, payload: { sequence_id, text: act.text } }),
    );
  if (act.type !== "webhook") return new Set(ids);
  const payload = { contact_ids: [...ids], step_id: act.id };
  return allOrNone(ids, () => ctx.announce(sequenceStepReached, { subject: sequence_id, payload }));
}

/** Fails for those who left the topic themselves. */
async function switchTopics(
  ctx: Ctx,
  { action, topic }: Extract<Step, { type: "topic" }>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const left = new Set<string>();
  const failed = await oneByOne(ids, async (id) => {
    if (action === "unsubscribe") await stopTopic(ctx, { id, topic });
    else if (!(await resumeTopic(ctx, { id, topic }))) left.add(id);
  });
  return new Set([...failed, ...left]);
}

/** A refusal, such as of a field that's gone, is a person's to read. Anything else is tried again. */
async function isRefused(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof Failure) return true;
    throw error;
  }
}

async function allOrNone(ids: readonly string[], work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  return new Set((await isRefused(work)) ? ids : []);
}

async function oneByOne(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
): Promise<ReadonlySet<string>> {
  const failed = new Set<string>();
  for (const id of ids) if (await isRefused(() => work(id))) failed.add(id);
  return failed;
}
