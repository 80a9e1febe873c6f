import { routes } from "#src/platform/http/api.ts";
import {
  cancelJob,
  discardFailed,
  listFailedJobs,
  listJobs,
  retryAllFailed,
  retryFailed,
} from "./background.ts";
import { backgroundContract } from "./contract.ts";

export const backgroundRoutes = routes(backgroundContract, {
  list: listJobs,
  cancel: cancelJob,
  listFailed: listFailedJobs,
  tryFailedAgain: retryFailed,
  tryAllAgain: retryAllFailed,
  discardFailed,
});
