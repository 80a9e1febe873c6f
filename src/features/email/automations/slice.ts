import type { Slice } from "#src/features/slice.ts";
import { automationsPart } from "./account-part.ts";
import { automationListener } from "./batch-listener.ts";
import { automationEvents } from "./events.ts";
import { automationRoutes, ownContract } from "./routes.ts";
import { listAutomationsWithSegment } from "./store.ts";

export const slice: Slice = {
  contract: { automations: ownContract },
  routes: { automations: automationRoutes },
  events: automationEvents,
  accountPart: automationsPart,
  batchListener: automationListener,
  segmentSources: { listUses: listAutomationsWithSegment },
};
