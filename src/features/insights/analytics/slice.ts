import type { Slice } from "#src/features/slice.ts";
import { analyticsContract } from "./contract.ts";
import { analyticsRoutes, weekRoutes } from "./routes.ts";
import { weeksContract } from "./weeks-contract.ts";

export const slice: Slice = {
  contract: { analytics: analyticsContract, weeks: weeksContract },
  routes: { analytics: analyticsRoutes, weeks: weekRoutes },
};
