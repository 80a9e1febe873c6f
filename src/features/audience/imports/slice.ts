import type { Slice } from "#src/features/slice.ts";
import { importsPart } from "./account-part.ts";
import { importsContract } from "./contract.ts";
import { importEvents } from "./events.ts";
import { importJobs } from "./jobs.ts";
import { importRoutes } from "./routes.ts";
import { importsOfPerson } from "./store.ts";

export const slice: Slice = {
  contract: { imports: importsContract },
  routes: { imports: importRoutes },
  events: importEvents,
  jobs: importJobs,
  accountPart: importsPart,
  contactSources: { people: [importsOfPerson] },
};
