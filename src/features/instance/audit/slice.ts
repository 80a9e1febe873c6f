import type { Slice } from "#src/features/slice.ts";
import { auditContract } from "./contract.ts";
import { auditRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { audit: auditContract },
  routes: { audit: auditRoutes },
};
