import type { Slice } from "#src/features/slice.ts";
import { mediaPart } from "./account-part.ts";
import { mediaContract } from "./contract.ts";
import { mediaEvents } from "./events.ts";
import { mediaHttp } from "./http.ts";
import { mediaJobs } from "./jobs.ts";
import { mediaLibraryContract } from "./library-contract.ts";
import { mediaLibraryRoutes, mediaRoutes } from "./routes.ts";
import { MEDIA_PLACES } from "./tables.ts";

export const slice: Slice = {
  contract: { media: { ...mediaContract, ...mediaLibraryContract } },
  routes: { media: { ...mediaRoutes, ...mediaLibraryRoutes } },
  http: mediaHttp,
  events: mediaEvents,
  jobs: mediaJobs,
  accountPart: mediaPart,
  picturePlaces: MEDIA_PLACES,
};
