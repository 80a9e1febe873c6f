import { memberLeft, memberRemoved, memberRoleChanged } from "#src/features/identity/members/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { bulkChangeJob, purgeDeletedContacts, runBulkChange } from "./bulk/bulk.ts";
import { taskDue } from "./events.ts";
import { unassignLeaver, unassignOnRoleChange } from "./pipeline/unassignment.ts";
import { remindDueTasks, sendTaskReminder } from "./tasks/task-reminders.ts";

export const contactJobs: JobHandler<Platform>[] = [
  jobHandler(bulkChangeJob, runBulkChange),
  scheduled("contacts.forget-deleted", "23 * * * *", purgeDeletedContacts),
  scheduled("contacts.remind", "* * * * *", remindDueTasks),
  subscribe(taskDue, sendTaskReminder, { name: "contacts.mail-of-task" }),
  subscribe(memberLeft, unassignLeaver, { name: "contacts.member-left" }),
  subscribe(memberRemoved, unassignLeaver, { name: "contacts.member-removed" }),
  subscribe(memberRoleChanged, unassignOnRoleChange, { name: "contacts.role-changed" }),
];
