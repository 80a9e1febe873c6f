import type { Slice } from "#src/features/slice.ts";
import { automationsPart } from "./account-part.ts";
import { automationListener } from "./batch-listener.ts";
import { automationEvents } from "./events.ts";
import { automationJobs, sweepWhenStirred } from "./jobs.ts";
import { automationMails } from "./mails.ts";
import { automationJobsOfPeople } from "./people-jobs.ts";
import { automationsOfPerson, automationTimeline } from "./person-store.ts";
import { readingContract, readingRoutes } from "./reading-routes.ts";
import { automationRoutes, ownContract } from "./routes.ts";
import { listAutomationsWithSegment } from "./store.ts";
import {
  listAutomationsNaming,
  listAutomationsWithSequence,
  listAutomationsWithTemplate,
} from "./uses-store.ts";

export const slice: Slice = {
  contract: { automations: { ...ownContract, ...readingContract } },
  routes: { automations: { ...automationRoutes, ...readingRoutes } },
  events: automationEvents,
  signalHandlers: [sweepWhenStirred],
  accountPart: automationsPart,
  batchListener: automationListener,
  segmentSources: { listUses: listAutomationsWithSegment, listNamers: listAutomationsNaming },
  templateUses: listAutomationsWithTemplate,
  sequenceUses: listAutomationsWithSequence,
  contactSources: { timeline: [automationTimeline], people: automationsOfPerson },
  jobs: [...automationJobs, ...automationJobsOfPeople],
  mails: automationMails,
};
