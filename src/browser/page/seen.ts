/** Runs `action` when somebody looks at the page: not while it is prerendered or opened in a tab behind. */
export function whenSeen(action: () => void): void {
  if (document.visibilityState === "visible" && !("prerendering" in document && document.prerendering)) {
    action();
    return;
  }
  // A prerendered page becomes visible when it is shown, so that one event serves both.
  document.addEventListener("visibilitychange", () => whenSeen(action), { once: true });
}

/** Runs `action` when the page goes out of sight: closed, left, or behind another tab or app. */
export function whenHidden(action: () => void): void {
  addEventListener("pagehide", action);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") action();
  });
}
