import type { Slice } from "#src/features/slice.ts";
import { liveViewContract } from "./contract.ts";
import { liveViewRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { liveView: liveViewContract },
  routes: { liveView: liveViewRoutes },
};
