import { routes } from "#src/platform/http/api.ts";
import { billingContract } from "./contract.ts";
import { getAllowances } from "./entitlements.ts";

export const billingRoutes = routes(billingContract, { allowances: (ctx) => getAllowances(ctx) });
