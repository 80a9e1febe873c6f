import { routes } from "#src/platform/http/api.ts";
import { reportsContract } from "./contract.ts";
import { reportPage } from "./reports.ts";

export const reportRoutes = routes(reportsContract, { create: reportPage });
