import type { Slice } from "#src/features/slice.ts";
import { preferencesPart } from "./account-part.ts";
import { preferencesContract } from "./contract.ts";
import { preferencesHttp } from "./http.ts";
import { preferenceRoutes } from "./routes.ts";
import { viewsContract } from "./views-contract.ts";

export const slice: Slice = {
  contract: { preferences: { ...preferencesContract, ...viewsContract } },
  routes: { preferences: preferenceRoutes },
  http: preferencesHttp,
  accountPart: preferencesPart,
};
