import type { Slice } from "#src/features/slice.ts";
import { analyticsContract } from "./contract.ts";
import { analyticsRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { analytics: analyticsContract },
  routes: { analytics: analyticsRoutes },
};
