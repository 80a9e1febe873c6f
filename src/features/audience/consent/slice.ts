import { suppressionsContract, topicsContract } from "#src/features/audience/consent-records/contract.ts";
import type { Slice } from "#src/features/slice.ts";
import { consentEvents } from "./events.ts";
import { consentHttp } from "./http.ts";
import { consentRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { contacts: { ...suppressionsContract, ...topicsContract } },
  routes: { contacts: consentRoutes },
  http: consentHttp,
  events: consentEvents,
};
