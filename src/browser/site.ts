import { captureReferral, thisBrowser } from "./attribution.ts";
import { startWorker } from "./page/worker.ts";
import { reportErrors } from "./report-errors.ts";
import { startCalculator } from "./site/calculator.ts";
import { startHelpSearch } from "./site/help-search.ts";

reportErrors("site");
captureReferral(thisBrowser());
startCalculator();
startHelpSearch();
startWorker(document);
