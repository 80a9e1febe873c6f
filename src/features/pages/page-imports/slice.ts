import type { Slice } from "#src/features/slice.ts";
import { pageImportsPart } from "./account-part.ts";
import { pageImportsContract, parserHealthContract, profileExportContract } from "./contract.ts";
import { pageImportEvents } from "./events.ts";
import { pageImportJobs } from "./jobs.ts";
import { linkDetailRoutes, pageImportRoutes, profileExportRoutes, profileStarterRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: {
    pageImports: { ...pageImportsContract, ...parserHealthContract },
    profiles: profileExportContract,
  },
  routes: {
    pageImports: pageImportRoutes,
    profiles: { ...profileExportRoutes, ...profileStarterRoutes },
    links: linkDetailRoutes,
  },
  events: pageImportEvents,
  jobs: pageImportJobs,
  accountPart: pageImportsPart,
};
