import type { Slice } from "#src/features/slice.ts";
import { emailContract } from "./contract.ts";
import { emailEvents } from "./events.ts";
import { emailRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { instanceEmail: emailContract },
  routes: { instanceEmail: emailRoutes },
  events: emailEvents,
};
