import type { Slice } from "#src/features/slice.ts";
import { staffKeysPart } from "./account-part.ts";
import { staffKeysContract } from "./contract.ts";
import { staffKeyEvents } from "./events.ts";
import { staffKeyRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { staffKeys: staffKeysContract },
  routes: { staffKeys: staffKeyRoutes },
  events: staffKeyEvents,
  accountPart: staffKeysPart,
};
