import type { Slice } from "#src/features/slice.ts";
import { featuresPart } from "./account-part.ts";
import { featuresContract } from "./contract.ts";
import { featureEvents } from "./events.ts";
import { featuresRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { features: featuresContract },
  routes: { features: featuresRoutes },
  events: featureEvents,
  accountPart: featuresPart,
};
