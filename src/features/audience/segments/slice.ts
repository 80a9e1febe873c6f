import type { Slice } from "#src/features/slice.ts";
import { segmentsPart } from "./account-part.ts";
import { segmentEvents } from "./events.ts";
import { filterConditions } from "./filter.ts";
import { segmentJobs, sweepWhenStirred } from "./jobs.ts";
import { segmentRoutes } from "./routes.ts";
import { segmentsContract } from "./segments-contract.ts";
import { segmentsOfPerson, segmentTimeline } from "./timeline-store.ts";

export const slice: Slice = {
  contract: { segments: segmentsContract },
  routes: { segments: segmentRoutes },
  events: segmentEvents,
  jobs: segmentJobs,
  signalHandlers: [sweepWhenStirred],
  accountPart: segmentsPart,
  contactSources: { conditions: filterConditions, timeline: [segmentTimeline], people: [segmentsOfPerson] },
};
