import type { Slice } from "#src/features/slice.ts";
import { pageVersionsPart } from "./account-part.ts";
import { pageVersionsContract } from "./contract.ts";
import { pageVersionEvents } from "./events.ts";
import { pageVersionJobs } from "./jobs.ts";
import { pageVersionRoutes } from "./routes.ts";
import { VERSION_PICTURES } from "./tables.ts";

export const slice: Slice = {
  contract: { pageVersions: pageVersionsContract },
  routes: { pageVersions: pageVersionRoutes },
  events: pageVersionEvents,
  jobs: pageVersionJobs,
  accountPart: pageVersionsPart,
  picturePlaces: VERSION_PICTURES,
};
