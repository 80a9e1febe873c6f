import { routes } from "#src/platform/http/api.ts";
import { billingContract } from "./contract.ts";
import { getAllowances } from "./entitlements.ts";
import { addGrant, endGrant, listGrants } from "./grants/grants.ts";
import { grantsContract } from "./grants/grants-contract.ts";

export const billingRoutes = routes(
  { ...billingContract, ...grantsContract },
  { allowances: (ctx) => getAllowances(ctx), listGrants, addGrant, endGrant },
);
