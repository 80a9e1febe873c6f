import type { Slice } from "#src/features/slice.ts";
import { geoContract } from "./contract.ts";
import { geoRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { geo: geoContract },
  routes: { geo: geoRoutes },
};
