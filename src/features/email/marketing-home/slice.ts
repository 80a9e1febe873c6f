import type { Slice } from "#src/features/slice.ts";
import { marketingContract } from "./contract.ts";
import { marketingRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { marketing: marketingContract },
  routes: { marketing: marketingRoutes },
};
