import type { Slice } from "#src/features/slice.ts";
import { remindersPart } from "./account-part.ts";
import { remindersContract } from "./contract.ts";
import { reminderEvents } from "./events.ts";
import { reminderJobs } from "./jobs.ts";
import { reminderMails } from "./mails.ts";
import { reminderRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { reminders: remindersContract },
  routes: { reminders: reminderRoutes },
  events: reminderEvents,
  jobs: reminderJobs,
  mails: reminderMails,
  accountPart: remindersPart,
};
