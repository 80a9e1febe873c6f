import type { Slice } from "#src/features/slice.ts";
import { pageVersionsPart } from "./account-part.ts";
import { pageVersionsContract } from "./contract.ts";
import { pageDraftsContract } from "./drafts/draft-contract.ts";
import { pageVersionEvents } from "./events.ts";
import { pageVersionJobs } from "./jobs.ts";
import { pageDraftRoutes, pageVersionRoutes } from "./routes.ts";
import { VERSION_PICTURES } from "./tables.ts";

export const slice: Slice = {
  contract: { pageVersions: pageVersionsContract, pageDrafts: pageDraftsContract },
  routes: { pageVersions: pageVersionRoutes, pageDrafts: pageDraftRoutes },
  events: pageVersionEvents,
  jobs: pageVersionJobs,
  accountPart: pageVersionsPart,
  picturePlaces: VERSION_PICTURES,
};
