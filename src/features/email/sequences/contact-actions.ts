/* What happens to contacts by itself, besides e-mail. */
import { assignStages, tagContacts } from "#src/features/audience/contacts/bulk/bulk.ts";
import { updateContact } from "#src/features/audience/contacts/contact-changes.ts";
import { addTask } from "#src/features/audience/contacts/tasks/tasks.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Step } from "./definition-rules.ts";
import { refusalOf } from "./mail-content.ts";

export type ContactAction = Extract<Step, { type: "tag" | "stage" | "field" | "task" }>;
/** For whom it failed, and why. */
export type Refusals = ReadonlyMap<string, string>;

export function changeContacts(ctx: Ctx, act: ContactAction, ids: readonly string[]): Promise<Refusals> {
  const many = { selection: { ids: [...ids] }, dry_run: false, undo_id: ctx.newId() };
  if (act.type === "tag")
    return allOrNone(ids, () => tagContacts(ctx, { tag: act.tag, action: act.action, ...many }));
  if (act.type === "stage")
    return allOrNone(ids, () => assignStages(ctx, { stage_id: act.stage_id, ...many }));
  if (act.type === "field")
    return oneByOne(ids, (id) => updateContact(ctx, { id, fields: { [act.key]: act.value } }));
  const due_at = addDays(ctx.now(), act.days);
  const { title, assignee_id } = act;
  return oneByOne(ids, (id) => addTask(ctx, { id, title, due_at, assignee_id }));
}

export async function allOrNone(ids: readonly string[], work: () => Promise<unknown>): Promise<Refusals> {
  const reason = await refusalOf(work);
  return new Map(reason === undefined ? [] : ids.map((id) => [id, reason]));
}

export async function oneByOne(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
): Promise<Refusals> {
  const failed = new Map<string, string>();
  for (const id of ids) {
    const reason = await refusalOf(() => work(id));
    if (reason !== undefined) failed.set(id, reason);
  }
  return failed;
}
