import type { Slice } from "#src/features/slice.ts";
import { egressPart } from "./account-part.ts";
import { egressContract } from "./contract.ts";
import { egressJobs } from "./jobs.ts";
import { egressRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { egress: egressContract },
  routes: { egress: egressRoutes },
  jobs: egressJobs,
  accountPart: egressPart,
};
