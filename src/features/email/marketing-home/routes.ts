import { routes } from "#src/platform/http/api.ts";
import { marketingContract } from "./contract.ts";
import { getOverview } from "./marketing-home.ts";

export const marketingRoutes = routes(marketingContract, { overview: getOverview });
