/* Tasks: a team member's plan about a contact, with a reminder. */
import type { InferContractRouterInputs } from "@orpc/contract";
import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { grantOf } from "#src/features/identity/team/rules.ts";
import { listMemberships, requirePermission } from "#src/features/identity/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText } from "#src/lib/text.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { canAccessContact, lockContact, requireContact } from "../contacts.ts";
import { contactUpdated } from "../events.ts";
import { requireTeammate } from "../pipeline/pipeline.ts";
import { maskPerson, OPEN_TASKS_MAX, TASK_TITLE_CHARS_MAX } from "../rules.ts";
import { type ContactRow, findContactRow, insertTimelineEntries } from "../store.ts";
import {
  countDue,
  countOpen,
  deleteTaskRow,
  insertTask,
  listTaskRows,
  lockTask,
  type TaskRow,
  updateTaskRow,
} from "./task-store.ts";
import { TASK_ERRORS, type Task, type tasksContract } from "./tasks-contract.ts";

const PAGE_ROWS = 20;

type Inputs = InferContractRouterInputs<typeof tasksContract>;

/** Lists open tasks, the first due first: of one contact, of the actor, or all of them. */
export async function listTasks(ctx: Ctx, { contact_id, assignee, cursor }: Inputs["tasks"]) {
  const isMasked = requirePermission(ctx, "leads.see") === "masked";
  const contact = contact_id === undefined ? undefined : await requireContact(ctx, contact_id);
  const filter = {
    account: ctx.account,
    profileIds: ctx.profileIds,
    contactId: contact?.id,
    assignee: assignee && requirePerson(ctx).id,
  };
  const [{ rows, next }, due] = await Promise.all([
    listTaskRows(ctx.db, filter, { request: { cursor }, rows: PAGE_ROWS }),
    countDue(ctx.db, filter, ctx.now().toISOString()),
  ]);
  return { items: rows.map((row) => toTask(row, isMasked)), due, ...(next !== undefined && { next }) };
}

interface Shown {
  task: TaskRow;
  contact: Pick<ContactRow, "id" | "name" | "email">;
}

/** Its text may name the person. */
function toTask({ task, contact }: Shown, isMasked: boolean): Task {
  const { id, title, due_at, assignee_id, done_at, created_at } = task;
  const { name, email } = isMasked ? maskPerson(contact) : contact;
  return {
    id,
    title: isMasked ? "…" : title,
    due_at,
    assignee_id,
    done_at,
    created_at,
    contact: { id: contact.id, name, email },
  };
}

export async function addTask(
  ctx: Ctx,
  { id, task_id, title, due_at, assignee_id = null }: Inputs["addTask"],
): Promise<Task> {
  return ctx.write(async (ctx) => {
    const contact = await lockContact(ctx, id);
    if (assignee_id !== null) await requireTeammate(ctx, assignee_id, contact);
    const task: TaskRow = {
      user_id: ctx.account,
      id: task_id?.toLowerCase() ?? ctx.newId(),
      contact_id: contact.id,
      title: cleanText(title, TASK_TITLE_CHARS_MAX),
      due_at,
      assignee_id,
      done_at: null,
      reminded_at: null,
      created_at: ctx.now().toISOString(),
    };
    if ((await countOpen(ctx.db, { account: ctx.account, contact: contact.id })) >= OPEN_TASKS_MAX)
      throw failure(TASK_ERRORS, "TOO_MANY_TASKS");
    if (await insertTask(ctx.db, task)) await recordTask(ctx, task, "added");
    // The same form sent twice adds one task.
    return toTask(await requireTask(ctx, task.id), false);
  });
}

async function requireTask(ctx: Ctx, id: string): Promise<{ task: TaskRow; contact: ContactRow }> {
  const task = isId(id) ? await lockTask(ctx.db, { account: ctx.account, id }) : undefined;
  const contact = task && (await findContactRow(ctx.db, { account: ctx.account, id: task.contact_id }));
  if (!contact || !canAccessContact(ctx, contact)) throw failure(TASK_ERRORS, "TASK_NOT_FOUND");
  return { task, contact };
}

/** Another time means another reminder. */
export async function updateTask(ctx: Ctx, { id, ...wanted }: Inputs["updateTask"]): Promise<Task> {
  return ctx.write(async (ctx) => {
    const { task, contact } = await requireTask(ctx, id);
    const { title, due_at, assignee_id, is_done } = wanted;
    if (assignee_id && assignee_id !== task.assignee_id) await requireTeammate(ctx, assignee_id, contact);
    const at = ctx.now().toISOString();
    const changes: Partial<TaskRow> = {
      ...(title !== undefined && { title: cleanText(title, TASK_TITLE_CHARS_MAX) }),
      ...(due_at !== undefined && due_at !== task.due_at && { due_at, reminded_at: null }),
      ...(assignee_id !== undefined && { assignee_id }),
      ...(is_done !== undefined && { done_at: is_done ? (task.done_at ?? at) : null }),
    };
    const isOther = ([key, value]: [string, unknown]) => value !== task[key as keyof TaskRow];
    if (!Object.entries(changes).some(isOther)) return toTask({ task, contact }, false);
    const changed = { ...task, ...changes };
    await updateTaskRow(ctx.db, { account: ctx.account, id: task.id }, changes);
    const wasDone = task.done_at !== null;
    const isDone = changed.done_at !== null;
    await recordTask(ctx, changed, wasDone === isDone ? "changed" : isDone ? "done" : "reopened");
    return toTask({ task: changed, contact }, false);
  });
}

export async function deleteTask(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.write(async (ctx) => {
    const { task } = await requireTask(ctx, id);
    await deleteTaskRow(ctx.db, { account: ctx.account, id: task.id });
    await recordTask(ctx, task, "deleted");
    return { id: task.id };
  });
}

type Done = "added" | "changed" | "done" | "reopened" | "deleted";

async function recordTask(ctx: Ctx, { contact_id, title }: TaskRow, action: Done): Promise<void> {
  const at = ctx.now().toISOString();
  const entry = { user_id: ctx.account, contact_id, id: ctx.newId(), kind: "task" as const, at };
  await insertTimelineEntries(ctx.db, [{ ...entry, data: { action, title } }]);
  await ctx.announce(contactUpdated, { subject: contact_id, payload: { fields: ["tasks"] } });
}

/** Returns the assignee, or the account's owner if the assignee has lost access to the lead. */
export async function assigneeOf(
  { db }: Platform,
  { user_id: account, assignee_id }: TaskRow,
  { profile_ids }: ContactRow,
): Promise<string> {
  if (assignee_id === null || assignee_id === account) return account;
  const place = (await listMemberships(db, assignee_id)).find((one) => one.account === account);
  const limit = place?.profile_ids ?? null;
  const maySee =
    place !== undefined &&
    grantOf(place.role, "leads.see") === "full" &&
    (limit === null || profile_ids.some((id) => limit.includes(id)));
  return maySee ? assignee_id : account;
}
