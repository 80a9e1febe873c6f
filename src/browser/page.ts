import { clickQueue } from "./page/click-queue.ts";
import { startCountdown } from "./page/countdown.ts";
import { deliver, referrerOf, type Wire } from "./page/delivery.ts";
import { startDirectLink } from "./page/direct-link.ts";
import { startInApp } from "./page/in-app.ts";
import { startLeadForm } from "./page/lead-form.ts";
import { startLinks } from "./page/links.ts";
import { startPictures } from "./page/pictures.ts";
import { startPixels } from "./page/pixels.ts";
import { placeStore, showPlace } from "./page/place.ts";
import { startScheme } from "./page/scheme.ts";
import { whenHidden, whenSeen } from "./page/seen.ts";
import { startShare } from "./page/share.ts";
import type { PageDeps } from "./page/start.ts";
import { startToasts, toast } from "./page/toast.ts";
import { askVisit } from "./page/visit.ts";
import { randomId, sessionId } from "./page/visitor.ts";
import { startWorker } from "./page/worker.ts";
import { reportErrors } from "./report-errors.ts";

const wire: Wire = {
  fetch: (path, init) => fetch(path, init),
  beacon: (path, body) => navigator.sendBeacon?.(path, body) ?? false,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

function startCounting({ wire, clicks, profile_id, session_id, referrer }: PageDeps): void {
  whenHidden(clicks.leave);
  whenSeen(() => void deliver(wire, "/api/v1/views", { id: randomId(), profile_id, session_id, referrer }));
}

/** Each feature is one line: what it needs it finds in the page, and where it finds nothing it does nothing. */
function start(main: HTMLElement, profile_id: string): void {
  const session_id = sessionId(() => sessionStorage);
  const referrer = referrerOf(document.referrer);
  const deps: PageDeps = { wire, toast, clicks: clickQueue(wire), profile_id, session_id, referrer };
  const places = placeStore(() => sessionStorage, session_id, Date.now);
  const place = places.find();
  const asksFor = main.dataset.visit;
  const visits =
    asksFor === undefined || (asksFor === "place" && place)
      ? undefined
      : askVisit({ wire, profile_id, whenSeen, now: Date.now });

  startLinks(main, deps, visits);
  startCounting(deps);
  startPictures(document.body);
  startCountdown(profile_id);
  startLeadForm(main, deps);
  startDirectLink(wire);
  void startPixels(main, visits);
  showPlace(place);
  void visits?.first.then((visit) => {
    if (!visit?.place) return;
    places.keep(visit.place);
    showPlace(visit.place);
  });
}

reportErrors("page");
startToasts();
startScheme();
startShare(document, { toast });
startWorker(document);
const main = document.querySelector<HTMLElement>("main[data-profile],main[data-exits]");
const profile_id = main?.dataset.profile ?? main?.dataset.exits;
if (main && profile_id) {
  startInApp({ wire, toast, profile_id });
  if (main.dataset.profile) start(main, profile_id);
}
