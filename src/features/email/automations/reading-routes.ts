import { routes } from "#src/platform/http/api.ts";
import { automationsContract } from "./contract.ts";
import { listRuns } from "./history.ts";
import { getOverview } from "./overview.ts";
import { replayAutomation } from "./replay.ts";
import { explainAutomation, testAutomation } from "./trial.ts";

const { overview, runs, explain, test, replay } = automationsContract;
/** The endpoints that only read. */
export const readingContract = { overview, runs, explain, test, replay };

export const readingRoutes = routes(readingContract, {
  overview: (ctx) => getOverview(ctx),
  runs: listRuns,
  explain: explainAutomation,
  test: testAutomation,
  replay: replayAutomation,
});
