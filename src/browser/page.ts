import { clickQueue } from "./page/click-queue.ts";
import { deliver, referrerOf, type Wire } from "./page/delivery.ts";
import { followLinks } from "./page/links.ts";
import { replaceBrokenPictures } from "./page/pictures.ts";
import type { PageDeps } from "./page/start.ts";
import { startToasts, toast } from "./page/toast.ts";
import { randomId, sessionId } from "./page/visitor.ts";

const wire: Wire = {
  fetch: (path, init) => fetch(path, init),
  beacon: (path, body) => navigator.sendBeacon?.(path, body) ?? false,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Runs `action` when somebody looks at the page: not while it is prerendered or opened in a tab behind. */
function whenSeen(action: () => void): void {
  if (document.visibilityState === "visible" && !("prerendering" in document && document.prerendering)) {
    action();
    return;
  }
  // A prerendered page becomes visible when it is shown, so that one event serves both.
  document.addEventListener("visibilitychange", () => whenSeen(action), { once: true });
}

function startCounting({ wire, clicks, profile_id, session_id, referrer }: PageDeps): void {
  addEventListener("pagehide", clicks.leave);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") clicks.leave();
  });
  whenSeen(() => void deliver(wire, "/api/v1/views", { id: randomId(), profile_id, session_id, referrer }));
}

/** Each feature is one line: what it needs in the page it finds there, and where it finds nothing it does nothing. */
function start(main: HTMLElement): void {
  const deps: PageDeps = {
    wire,
    toast,
    clicks: clickQueue(wire),
    profile_id: main.dataset.profile ?? "",
    session_id: sessionId(() => sessionStorage),
    referrer: referrerOf(document.referrer),
  };
  startToasts();
  replaceBrokenPictures(main);
  followLinks(main, (link_id) =>
    deps.clicks.add({ id: randomId(), link_id, session_id: deps.session_id, referrer: deps.referrer }),
  );
  startCounting(deps);
}

const main = document.querySelector<HTMLElement>("main[data-profile]");
if (main) start(main);
