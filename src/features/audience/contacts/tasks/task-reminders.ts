/* Reminders of tasks: once, when they're due, in the app and by e-mail. */
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { filterSubscribed } from "#src/features/identity/preferences/preferences.ts";
import type { Announced } from "#src/lib/event.ts";
import type { Platform } from "#src/platform/context.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { taskDue } from "../events.ts";
import { taskMail } from "../mails.ts";
import { findContactRow } from "../store.ts";
import { claimDue } from "./task-store.ts";
import { assigneeOf } from "./tasks.ts";

const REMINDED_AT_ONCE = 100;

/** Runs every minute, on any node. Claiming a task and its reminder share a transaction. */
export async function remindDueTasks(platform: Platform): Promise<void> {
  while ((await remindOfSome(platform)) === REMINDED_AT_ONCE) platform.abortSignal.throwIfAborted();
}

function remindOfSome(platform: Platform): Promise<number> {
  return platform.write(async (ctx) => {
    const tasks = await claimDue(ctx.db, ctx.now().toISOString(), REMINDED_AT_ONCE);
    for (const task of tasks) {
      const { user_id: account, id: subject } = task;
      const contact = await findContactRow(ctx.db, { account, id: task.contact_id });
      // Deleted leads' tasks are deleted with them.
      if (!contact) continue;
      const assignee_id = await assigneeOf(ctx, task, contact);
      await ctx.announce(taskDue, { account, subject, payload: { assignee_id } });
    }
    return tasks.length;
  });
}

/** Skipped if they've opted out of this channel. */
export async function sendTaskReminder(
  platform: Platform,
  { id, account, subject, payload }: Announced<{ assignee_id: string }>,
): Promise<void> {
  const { assignee_id: person } = payload;
  const [told] = await filterSubscribed(platform, [person], { topic: "tasks", channel: "email" });
  const to = told && (await findPerson(platform.db, told))?.email;
  if (!to) return;
  const data = { account, task_id: subject, person };
  await enqueueMail(platform, { mail: taskMail, to, account, data, about: subject, once: id });
}
