import { routes } from "#src/platform/http/api.ts";
import { funnelContract } from "./contract.ts";
import { getFunnel, getReturningFans } from "./funnel.ts";

export const funnelRoutes = routes(funnelContract, { read: getFunnel, returning: getReturningFans });
