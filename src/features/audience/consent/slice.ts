import { suppressionsContract } from "#src/features/audience/contacts/suppressions-contract.ts";
import { topicsContract } from "#src/features/audience/contacts/topics-contract.ts";
import type { Slice } from "#src/features/slice.ts";
import { consentHttp } from "./http.ts";
import { consentRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { contacts: { ...suppressionsContract, ...topicsContract } },
  routes: { contacts: consentRoutes },
  http: consentHttp,
};
