import type { Slice } from "#src/features/slice.ts";
import { leadsPart } from "./account-part.ts";
import { leadsContract } from "./contract.ts";
import { leadEvents } from "./events.ts";
import { leadJobs } from "./jobs.ts";
import { leadMails } from "./mails.ts";
import { leadRoutes } from "./routes.ts";
import { leadSources } from "./segment-store.ts";
import { leadsOfPerson, visitsOfPerson, visitTimeline } from "./timeline-store.ts";

export const slice: Slice = {
  contract: { leads: leadsContract },
  routes: { leads: leadRoutes },
  events: leadEvents,
  jobs: leadJobs,
  mails: leadMails,
  accountPart: leadsPart,
  segmentSources: { events: leadSources },
  contactSources: { timeline: [visitTimeline], people: [leadsOfPerson, visitsOfPerson] },
};
