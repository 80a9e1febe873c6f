import type { Slice } from "#src/features/slice.ts";
import { templatesPart } from "./account-part.ts";
import { templatesContract } from "./contract.ts";
import { templatesHttp } from "./http.ts";
import { templateJobs } from "./jobs.ts";
import { templateRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { templates: templatesContract },
  routes: { templates: templateRoutes },
  http: templatesHttp,
  jobs: templateJobs,
  accountPart: templatesPart,
};
