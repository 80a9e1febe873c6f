import { API_PATH, REFERRAL_VISITS_PATH } from "#src/lib/paths.ts";
import { captureReferral, thisBrowser } from "./attribution.ts";
import { startWorker } from "./page/worker.ts";
import { reportErrors } from "./report-errors.ts";
import { startCalculator } from "./site/calculator.ts";
import { startHelpSearch } from "./site/help-search.ts";

reportErrors("site");
captureReferral({ ...thisBrowser(), tellVisit: postVisit });
startCalculator();
startHelpSearch();
startWorker(document);

function postVisit(code: string): void {
  const body = new Blob([JSON.stringify({ code })], { type: "application/json" });
  navigator.sendBeacon(API_PATH + REFERRAL_VISITS_PATH, body);
}
