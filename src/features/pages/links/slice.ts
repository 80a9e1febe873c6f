import type { Slice } from "#src/features/slice.ts";
import { linksPart } from "./account-part.ts";
import { addressContract, linkDetailsContract } from "./address-contract.ts";
import { linkBulkContract } from "./bulk/bulk-contract.ts";
import { linksContract } from "./contract.ts";
import { linkEvents } from "./events.ts";
import { linkJobs } from "./jobs.ts";
import { linkRoutes, profileCopyRoutes } from "./routes.ts";
import { linkSearchContract } from "./search/search-contract.ts";

export const slice: Slice = {
  contract: {
    links: {
      ...linksContract,
      ...addressContract,
      ...linkDetailsContract,
      ...linkSearchContract,
      ...linkBulkContract,
    },
  },
  routes: { profiles: profileCopyRoutes, links: linkRoutes },
  events: linkEvents,
  jobs: linkJobs,
  accountPart: linksPart,
};
