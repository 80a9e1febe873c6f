/* What rules do when contacts are merged or erased, and whom they tell by e-mail. */
import { contactMerged } from "#src/features/audience/contacts/events.ts";
import { onErasure } from "#src/features/audience/contacts/privacy/privacy.ts";
import type { Announced } from "#src/lib/event.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import type { JobHandler } from "#src/platform/jobs/job-types.ts";
import { automationNotified } from "./events.ts";
import { mailNotice } from "./mails.ts";
import { deleteRunsOf, updateMergedRuns } from "./person-store.ts";

function mergeRuns(
  platform: Platform,
  { account, subject, payload: { gone } }: Announced<{ gone: string }>,
): Promise<void> {
  const now = platform.now().toISOString();
  return platform.write((ctx) => updateMergedRuns(ctx.db, { account, gone, kept: subject, now }));
}

export const automationJobsOfPeople: JobHandler<Platform>[] = [
  subscribe(contactMerged, mergeRuns, { name: "automations.merged" }),
  subscribe(automationNotified, mailNotice, { name: "automations.mail-notice" }),
  ...onErasure("automations", ({ db }, { account, ids }) => deleteRunsOf(db, account, ids)),
];
