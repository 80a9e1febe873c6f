import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { checkAllDomains, checkDomainByTheHour, checkDomainJob } from "./deliverability.ts";
import { listHygieneJob, runSuppression } from "./hygiene/hygiene.ts";
import { guardReceivers } from "./receivers/receivers.ts";
import { findSeed, findSeedJob, findSeeds, sendSeeds, sendSeedTestJob } from "./seeds/seed-tests.ts";

export const deliverabilityJobs: JobHandler<Platform>[] = [
  jobHandler(checkDomainJob, checkDomainByTheHour),
  jobHandler(listHygieneJob, runSuppression),
  jobHandler(sendSeedTestJob, sendSeeds),
  jobHandler(findSeedJob, findSeed),
  scheduled("deliverability.find-seeds", "* * * * *", findSeeds),
  scheduled("deliverability.guard-receivers", "*/10 * * * *", guardReceivers),
  scheduled("deliverability.check-all", "7 * * * *", checkAllDomains),
];
