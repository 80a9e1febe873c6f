import type { Slice } from "#src/features/slice.ts";
import { sequencesPart } from "./account-part.ts";
import { sequenceListener } from "./batch-listener.ts";
import { sequencesContract } from "./contract.ts";
import { takeDownload } from "./downloads.ts";
import { sequenceEvents } from "./events.ts";
import { continueSequences, sequenceJobs } from "./jobs.ts";
import { sequencesOfPerson, sequenceTimeline } from "./person-store.ts";
import { sequenceRoutes } from "./routes.ts";
import { listSequencesWithSegment, listSequencesWithTemplate } from "./store.ts";

export const slice: Slice = {
  contract: { sequences: sequencesContract },
  routes: { sequences: sequenceRoutes },
  events: sequenceEvents,
  jobs: sequenceJobs,
  startJobs: [continueSequences],
  accountPart: sequencesPart,
  batchListener: sequenceListener,
  templateUses: listSequencesWithTemplate,
  takeDownload,
  segmentSources: { listUses: listSequencesWithSegment },
  contactSources: { timeline: [sequenceTimeline], people: sequencesOfPerson },
};
