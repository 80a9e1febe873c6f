import type { Slice } from "#src/features/slice.ts";
import { funnelContract } from "./contract.ts";
import { funnelRoutes } from "./routes.ts";

export const slice: Slice = { contract: { funnel: funnelContract }, routes: { funnel: funnelRoutes } };
