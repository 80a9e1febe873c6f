import type { Slice } from "#src/features/slice.ts";
import { signalsPart } from "./account-part.ts";
import { signalContract } from "./contract.ts";
import { signalEvents } from "./events.ts";
import { signalJobs } from "./jobs.ts";
import { signalRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { signals: signalContract },
  routes: { signals: signalRoutes },
  events: signalEvents,
  jobs: signalJobs,
  accountPart: signalsPart,
};
