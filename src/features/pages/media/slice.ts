import type { Slice } from "#src/features/slice.ts";
import { mediaPart } from "./account-part.ts";
import { mediaContract } from "./contract.ts";
import { mediaEvents } from "./events.ts";
import { mediaHttp } from "./http.ts";
import { mediaRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { media: mediaContract },
  routes: { media: mediaRoutes },
  http: mediaHttp,
  events: mediaEvents,
  accountPart: mediaPart,
};
