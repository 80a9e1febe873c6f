import { routes } from "#src/platform/http/api.ts";
import { requestBackup, requestVerification } from "./backups/backups.ts";
import { systemContract } from "./contract.ts";
import {
  cancelQueuedJob,
  examineInstance,
  getDatabase,
  getOverview,
  listQueuedJobs,
  makeBundle,
  requestTending,
  runScheduleNow,
} from "./system.ts";

export const systemRoutes = routes(systemContract, {
  overview: getOverview,
  database: getDatabase,
  queue: listQueuedJobs,
  examine: examineInstance,
  bundle: makeBundle,
  backUp: requestBackup,
  verify: requestVerification,
  runJob: runScheduleNow,
  cancelJob: cancelQueuedJob,
  tend: requestTending,
});
