import type { Slice } from "#src/features/slice.ts";
import { importsPart } from "./account-part.ts";
import { importsContract } from "./contract.ts";
import { importEvents } from "./events.ts";
import { importJobs } from "./jobs.ts";
import { importsOfPerson } from "./person-store.ts";
import { importRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { imports: importsContract },
  routes: { imports: importRoutes },
  events: importEvents,
  jobs: importJobs,
  accountPart: importsPart,
  contactSources: { people: [importsOfPerson] },
};
