import { routes } from "#src/platform/http/api.ts";
import { deliverabilityContract } from "./contract.ts";
import { checkDomain, getDeliverability } from "./deliverability.ts";
import { getHygiene, suppressGroup, undoSuppression } from "./hygiene/hygiene.ts";
import { listPausedReceivers, pauseReceiver, resumeReceiver } from "./receivers/receivers.ts";
import { getReports, importReport } from "./reports/reports.ts";
import { getReputation } from "./reputation/reputation.ts";
import { getScores } from "./score/score.ts";
import { listSeedTests, sendSeedTest } from "./seeds/seed-tests.ts";
import { addSeed, deleteSeed, listSeeds } from "./seeds/seeds.ts";
import { listWarmUps } from "./warm-up/warm-up.ts";

export const deliverabilityRoutes = routes(deliverabilityContract, {
  get: getDeliverability,
  checkDomain,
  reports: getReports,
  importReport,
  reputation: getReputation,
  hygiene: getHygiene,
  suppressGroup,
  undoHygiene: undoSuppression,
  score: getScores,
  pausedReceivers: listPausedReceivers,
  pauseReceiver,
  resumeReceiver,
  warmUps: listWarmUps,
  seeds: listSeeds,
  addSeed,
  deleteSeed,
  seedTests: listSeedTests,
  sendSeedTest,
});
