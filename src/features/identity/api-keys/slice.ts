import type { Slice } from "#src/features/slice.ts";
import { keysPart } from "./account-part.ts";
import { keysContract } from "./contract.ts";
import { keyEvents } from "./events.ts";
import { keyRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { keys: keysContract },
  routes: { keys: keyRoutes },
  events: keyEvents,
  accountPart: keysPart,
};
