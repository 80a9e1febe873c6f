import { routes } from "#src/platform/http/api.ts";
import { getAllowances } from "./billing.ts";
import { billingContract } from "./contract.ts";

export const billingRoutes = routes(billingContract, { allowances: (ctx) => getAllowances(ctx) });
