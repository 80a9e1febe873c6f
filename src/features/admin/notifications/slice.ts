import type { Slice } from "#src/features/slice.ts";
import { adminNotificationsPart } from "./account-part.ts";
import { broadcastsContract } from "./contract.ts";
import { broadcastEvents } from "./events.ts";
import { adminNotificationJobs } from "./jobs.ts";
import { broadcastMails } from "./mails.ts";
import { broadcastRoutes } from "./routes.ts";
import { APPROVAL_OVER, MESSAGES_PER_WEEK } from "./settings.ts";

export const slice: Slice = {
  contract: { broadcasts: broadcastsContract },
  routes: { broadcasts: broadcastRoutes },
  events: broadcastEvents,
  jobs: adminNotificationJobs,
  mails: broadcastMails,
  settings: [MESSAGES_PER_WEEK, APPROVAL_OVER],
  accountPart: adminNotificationsPart,
};
