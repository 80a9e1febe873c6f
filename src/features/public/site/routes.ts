import { routes } from "#src/platform/http/api.ts";
import { reportError } from "./client-errors.ts";
import { siteContract } from "./contract.ts";

export const siteRoutes = routes(siteContract, { reportError });
