import type { Slice } from "#src/features/slice.ts";
import { linksPart } from "./account-part.ts";
import { linksContract } from "./contract.ts";
import { linkJobs } from "./jobs.ts";
import { linkRoutes, profileCopyRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { links: linksContract },
  routes: { profiles: profileCopyRoutes, links: linkRoutes },
  jobs: linkJobs,
  accountPart: linksPart,
};
