import type { Slice } from "#src/features/slice.ts";
import { adminNotificationsPart } from "./account-part.ts";
import { broadcastsContract } from "./contract.ts";
import { broadcastEvents } from "./events.ts";
import { broadcastHttp } from "./http.ts";
import { adminNotificationJobs } from "./jobs.ts";
import { broadcastMails } from "./mails.ts";
import { broadcastRoutes, broadcastTemplateRoutes } from "./routes.ts";
import { APPROVAL_OVER, MESSAGES_PER_WEEK } from "./settings.ts";
import { broadcastTemplatesContract } from "./templates/templates-contract.ts";

export const slice: Slice = {
  contract: { broadcasts: broadcastsContract, broadcastTemplates: broadcastTemplatesContract },
  routes: { broadcasts: broadcastRoutes, broadcastTemplates: broadcastTemplateRoutes },
  http: broadcastHttp,
  events: broadcastEvents,
  jobs: adminNotificationJobs,
  mails: broadcastMails,
  settings: [MESSAGES_PER_WEEK, APPROVAL_OVER],
  accountPart: adminNotificationsPart,
};
