import type { Slice } from "#src/features/slice.ts";
import { abTestsPart } from "./account-part.ts";
import { testsOfCampaigns } from "./campaign-course.ts";
import { abTestsContract } from "./contract.ts";
import { abTestEvents } from "./events.ts";
import { abTestJobs } from "./jobs.ts";
import { abTestRoutes } from "./routes.ts";
import { listTestsWithTemplate, testsOfPerson } from "./store.ts";

export const slice: Slice = {
  contract: { experiments: abTestsContract },
  routes: { experiments: abTestRoutes },
  events: abTestEvents,
  jobs: abTestJobs,
  accountPart: abTestsPart,
  campaignTests: testsOfCampaigns,
  templateUses: listTestsWithTemplate,
  contactSources: { people: [testsOfPerson] },
};
