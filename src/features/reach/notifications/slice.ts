import type { Slice } from "#src/features/slice.ts";
import { notificationsPart } from "./account-part.ts";
import { notificationsContract } from "./contract.ts";
import { notificationJobs } from "./jobs.ts";
import { notificationRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { notifications: notificationsContract },
  routes: { notifications: notificationRoutes },
  jobs: notificationJobs,
  accountPart: notificationsPart,
};
