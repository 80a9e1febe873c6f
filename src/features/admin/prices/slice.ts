import type { Slice } from "#src/features/slice.ts";
import "./price-notices.ts";
import "./limits.ts";
import { pricesPart } from "./account-part.ts";
import { pricesContract } from "./contract.ts";
import { priceEvents } from "./events.ts";
import { priceJobs } from "./jobs.ts";
import { priceMails } from "./mails.ts";
import { pricesRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { prices: pricesContract },
  routes: { prices: pricesRoutes },
  events: priceEvents,
  jobs: priceJobs,
  mails: priceMails,
  accountPart: pricesPart,
};
