import { routes } from "#src/platform/http/api.ts";
import { billingContract } from "./contract.ts";
import { getAllowances } from "./entitlements.ts";
import { addGrant, endGrant, listGrants } from "./grants/grants.ts";
import { grantsContract } from "./grants/grants-contract.ts";
import { findCurrentPrices } from "./prices/prices.ts";
import { pricesContract } from "./prices-contract.ts";

export const billingRoutes = routes(
  { ...billingContract, ...grantsContract, ...pricesContract },
  {
    allowances: (ctx) => getAllowances(ctx),
    prices: (ctx) => findCurrentPrices(ctx),
    listGrants,
    addGrant,
    endGrant,
  },
);
