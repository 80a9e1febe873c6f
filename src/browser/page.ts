import { VIEWS_PATH } from "#src/lib/paths.ts";
import { type Network, postWithRetry, referrerOf, utmOf } from "./page/beacon.ts";
import { clickQueue } from "./page/click-queue.ts";
import { copyAddress } from "./page/copy.ts";
import { startCountdown } from "./page/countdown.ts";
import { startDirectLink } from "./page/direct-link.ts";
import { isCountedByNotice, startInApp } from "./page/in-app.ts";
import { startLeadForm } from "./page/lead-form.ts";
import { startLinks } from "./page/links.ts";
import { startPictures } from "./page/pictures.ts";
import { startPixels } from "./page/pixels.ts";
import { startScheme } from "./page/scheme.ts";
import type { PageDeps } from "./page/start.ts";
import { startToasts, type Toast, toast } from "./page/toast.ts";
import { fetchVisit } from "./page/visit.ts";
import { randomId, sessionId } from "./page/visitor.ts";
import { locationStore, showLocation } from "./page/visitor-location.ts";
import { startVitals } from "./page/vitals.ts";
import { startWorker } from "./page/worker.ts";
import { reportErrors } from "./report-errors.ts";

const network: Network = {
  fetch: (path, init) => fetch(path, init),
  beacon: (path, body) => navigator.sendBeacon?.(path, body) ?? false,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

type View = Pick<PageDeps, "network" | "profile_id" | "session_id" | "referrer" | "query">;

function countView({ network, ...view }: View): void {
  if (isCountedByNotice(view.profile_id)) return;
  whenVisible(() => void postWithRetry(network, VIEWS_PATH, { id: randomId(), ...view }));
}

/** Each feature is one line. It finds what it needs in the page, and does nothing if that isn't there. */
function start(main: HTMLElement, view: View): void {
  const { profile_id, session_id } = view;
  const deps: PageDeps = { ...view, toast, clicks: clickQueue(network) };
  const places = locationStore(() => sessionStorage, session_id, Date.now);
  const place = places.find();
  const asksFor = main.dataset.visit;
  const visits =
    asksFor === undefined || (asksFor === "place" && place)
      ? undefined
      : fetchVisit({ network, profile_id, whenSeen: whenVisible, now: Date.now });

  startLinks(main, deps, visits);
  whenHidden(deps.clicks.leave);
  startVitals({ ...view, whenHidden });
  startPictures(document.body);
  startCountdown(profile_id);
  startLeadForm(main, deps);
  startDirectLink(network);
  void startPixels(main, visits);
  showLocation(place);
  void visits?.first.then((visit) => {
    if (!visit?.place) return;
    places.keep(visit.place);
    showLocation(visit.place);
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
  const session_id = sessionId(() => sessionStorage);
  const view: View = {
    network,
    profile_id,
    session_id,
    referrer: referrerOf(document.referrer),
    query: utmOf(),
  };
  countView(view);
  startInApp({ network, toast, profile_id });
  if (main.dataset.profile) start(main, view);
}

/** Runs `action` once the page is in view, not while it's prerendered or in a background tab. */
function whenVisible(action: () => void): void {
  if (document.visibilityState === "visible" && !("prerendering" in document && document.prerendering)) {
    action();
    return;
  }
  // A prerendered page becomes visible when it is shown, so one event covers both.
  document.addEventListener("visibilitychange", () => whenVisible(action), { once: true });
}

/** Runs `action` when the page goes out of view: closed, left, or hidden by another tab or app. */
function whenHidden(action: () => void): void {
  addEventListener("pagehide", action);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") action();
  });
}

/**
 * Adds the actions that need JavaScript to the share sheet: the clipboard, and the system's own sheet if
 * there is one.
 */
function startShare(root: Document, { toast }: { toast: Toast }): void {
  const sheet = root.querySelector<HTMLElement>("#share");
  const copy = sheet?.querySelector<HTMLElement>("[data-copy]");
  const share = sheet?.querySelector<HTMLElement>("[data-share]");
  if (!sheet || !copy || !share) return;
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    // The sheet covers everything, including toasts.
    sheet.hidePopover?.();
    await copyAddress(copy.dataset.copy ?? location.href, toast);
  });
  share.hidden = !navigator.share;
  share.addEventListener("click", async () => {
    const { share: url = location.href, title = document.title } = share.dataset;
    // Closing the system's sheet is the visitor's choice; any other failure falls back to copying.
    const outcome = await navigator.share({ title, url }).catch((error: unknown) => error);
    if (outcome instanceof Error && outcome.name !== "AbortError") copy.click();
  });
}
