/** Runs `action` once the page is in view, not while it's prerendered or in a background tab. */
export function whenVisible(action: () => void): void {
  if (document.visibilityState === "visible" && !("prerendering" in document && document.prerendering)) {
    action();
    return;
  }
  // A prerendered page becomes visible when it is shown, so one event covers both.
  document.addEventListener("visibilitychange", () => whenVisible(action), { once: true });
}

/** Runs `action` when the page goes out of view: closed, left, or hidden by another tab or app. */
export function whenHidden(action: () => void): void {
  addEventListener("pagehide", action);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") action();
  });
}
