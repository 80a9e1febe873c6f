import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { unsubscribeLink } from "#src/features/identity/preferences/preferences.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { localeFor, plainLocale, type Reader } from "#src/lib/locale.ts";
import { inAccount, PATHS } from "#src/lib/paths.ts";
import { bidiIsolate, mailedName } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { findContactRow } from "./store.ts";
import { lockTask } from "./tasks/task-store.ts";
import { assigneeOf } from "./tasks/tasks.ts";

const oneTask = z.object({ account: z.string(), task_id: z.string(), person: z.string() });
type OneTask = z.output<typeof oneTask>;

export const taskMail: MailType<OneTask> = { template: "contacts.task", label: "Task due", data: oneTask };

export const contactMails: MailHandler<Platform>[] = [mailHandler(taskMail, taskEmail)];

/** At an unconfirmed address, it contains nothing about the lead. */
async function taskEmail(
  platform: Platform,
  { account, task_id, person }: OneTask,
): Promise<Email | Unneeded> {
  const { db, instance, settings } = platform;
  const task = await lockTask(db, { account, id: task_id });
  const contact = task && (await findContactRow(db, { account, id: task.contact_id }));
  const reader = contact && (await findPerson(db, person));
  if (!task || !contact || !reader || task.done_at !== null)
    return { unneeded: "The task had been done or deleted by then." };
  if ((await assigneeOf(platform, task, contact)) !== person)
    return { unneeded: "The task was somebody else’s by then." };
  const shared = {
    to: reader.email,
    action: { label: "See your tasks", url: `${instance.publicUrl}${inAccount(PATHS.leads, account)}` },
    footer: `You got this e-mail because this task on ${settings.get(INSTANCE_NAME)} is yours.`,
    unsubscribe: unsubscribeLink(platform, { person, topic: "tasks" }),
  };
  if (!reader.email_verified)
    return {
      ...shared,
      subject: "A task is due",
      preview: "Confirm your own e-mail address to see which.",
      lines: ["Confirm your own e-mail address, and from then on we’ll tell you which task it is."],
    };
  const owner = person === account ? undefined : await findPerson(db, account);
  return {
    ...shared,
    subject: `Task due: ${bidiIsolate(task.title)}`,
    preview: contact.name || contact.email,
    lines: [
      owner
        ? `A task of yours is due in ${mailedName(owner.name) || "someone"}’s account.`
        : "A task of yours is due.",
    ],
    details: [
      { label: "Task", value: task.title },
      { label: "Lead", value: contact.name === "" ? contact.email : `${contact.name}, ${contact.email}` },
      { label: "Due", value: whenIn(task.due_at, reader) },
    ],
  };
}

/** In the reader's own time zone, if known. */
function whenIn(at: string, reader: Reader & { time_zone: string | null }): string {
  const zone = reader.time_zone ?? "UTC";
  const plain = plainLocale(reader.language);
  const locale = plain === "en-US" ? plain : localeFor(reader);
  const words = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: zone });
  return `${words.format(new Date(at))} (${zone})`;
}
