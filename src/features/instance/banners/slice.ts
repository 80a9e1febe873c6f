import type { Slice } from "#src/features/slice.ts";
import { bannersPart } from "./account-part.ts";
import { bannersContract } from "./contract.ts";
import { bannerEvents } from "./events.ts";
import { bannerRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { banners: bannersContract },
  routes: { banners: bannerRoutes },
  events: bannerEvents,
  accountPart: bannersPart,
};
