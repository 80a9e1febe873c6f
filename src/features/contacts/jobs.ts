import { memberLeft, memberRemoved, memberRoleChanged } from "#src/features/members/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { changeContactsLater, changeLater, forgetContacts } from "./bulk.ts";
import { taskDue } from "./events.ts";
import { releaseFromRole, releaseFromTeam } from "./releasing.ts";
import { mailOfTask, remindOfTasks } from "./reminding.ts";

export const contactJobs: JobHandler<Platform>[] = [
  jobHandler(changeLater, changeContactsLater),
  scheduled("contacts.forget-deleted", "23 * * * *", forgetContacts),
  scheduled("contacts.remind", "* * * * *", remindOfTasks),
  subscribe(taskDue, mailOfTask, { name: "contacts.mail-of-task" }),
  subscribe(memberLeft, releaseFromTeam, { name: "contacts.member-left" }),
  subscribe(memberRemoved, releaseFromTeam, { name: "contacts.member-removed" }),
  subscribe(memberRoleChanged, releaseFromRole, { name: "contacts.role-changed" }),
];
