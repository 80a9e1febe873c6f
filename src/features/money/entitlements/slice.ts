import type { Slice } from "#src/features/slice.ts";
import { jobHandler } from "#src/platform/jobs/job-types.ts";
import { entitlementsPart } from "./account-part.ts";
import { billingContract } from "./contract.ts";
import { entitlementEvents } from "./events.ts";
import { grantOverJob, tellGrantOver } from "./grants/grants.ts";
import { grantsContract } from "./grants/grants-contract.ts";
import { pricesContract } from "./prices-contract.ts";
import { billingRoutes } from "./routes.ts";
import { LIMIT_SETTINGS, PLANS_SETTING } from "./settings.ts";

export const slice: Slice = {
  contract: { billing: { ...billingContract, ...grantsContract, ...pricesContract } },
  routes: { billing: billingRoutes },
  events: entitlementEvents,
  jobs: [jobHandler(grantOverJob, tellGrantOver)],
  settings: [PLANS_SETTING, ...Object.values(LIMIT_SETTINGS)],
  accountPart: entitlementsPart,
};
