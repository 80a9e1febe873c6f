import type { Slice } from "#src/features/slice.ts";
import { moderationPart } from "./account-part.ts";
import { moderationContract } from "./contract.ts";
import { moderationEvents } from "./events.ts";
import { moderationHttp } from "./http.ts";
import { moderationJobs } from "./jobs.ts";
import { moderationMails } from "./mails.ts";
import { moderationRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { moderation: moderationContract },
  routes: { moderation: moderationRoutes },
  http: moderationHttp,
  events: moderationEvents,
  jobs: moderationJobs,
  mails: moderationMails,
  accountPart: moderationPart,
};
