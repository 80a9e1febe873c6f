import { routes } from "#src/platform/http/api.ts";
import { automationsContract } from "./contract.ts";
import { listRuns, retryAutomationRun } from "./history.ts";
import { getOverview } from "./overview.ts";
import { replayAutomation } from "./replay.ts";
import { explainAutomation, testAutomation } from "./trial.ts";

const { overview, runs, retry, explain, test, replay } = automationsContract;
/** What rules did, would do, and have tried again. */
export const readingContract = { overview, runs, retry, explain, test, replay };

export const readingRoutes = routes(readingContract, {
  overview: (ctx) => getOverview(ctx),
  runs: listRuns,
  retry: retryAutomationRun,
  explain: explainAutomation,
  test: testAutomation,
  replay: replayAutomation,
});
