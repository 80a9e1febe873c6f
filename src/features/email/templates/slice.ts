import type { Slice } from "#src/features/slice.ts";
import { templatesPart } from "./account-part.ts";
import { templatesContract } from "./contract.ts";
import { templateEvents } from "./events.ts";
import { templatesHttp } from "./http.ts";
import { templateJobs } from "./jobs.ts";
import { draftContract } from "./preview/draft-contract.ts";
import { draftRoutes, templateRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { templates: { ...templatesContract, ...draftContract } },
  routes: { templates: { ...templateRoutes, ...draftRoutes } },
  http: templatesHttp,
  events: templateEvents,
  jobs: templateJobs,
  accountPart: templatesPart,
};
