/** An app that is there has taken the screen by then. */
const APP_WAIT_MS = 1200;

/** Opens a tab inside the visitor's click. False where none may open: then the page itself is to go there. */
export function openTab(url: string): boolean {
  // "noopener" as a feature would always answer null: the opener is taken away by hand.
  const tab = window.open(url, "_blank");
  if (!tab) return false;
  try {
    tab.opener = null;
  } catch {
    // Already elsewhere, in a window that has no opener.
  }
  return true;
}

/** Opens an app, or `url` when the page is still looked at after a moment: there is no such app. Resolves to whether it opened. */
export function openApp(app: string, url: string): Promise<boolean> {
  return new Promise((resolve) => {
    let hasLeft = false;
    const leave = () => {
      if (document.visibilityState === "hidden") hasLeft = true;
    };
    document.addEventListener("visibilitychange", leave);
    location.assign(app);
    setTimeout(() => {
      document.removeEventListener("visibilitychange", leave);
      if (!hasLeft) location.assign(url);
      resolve(hasLeft);
    }, APP_WAIT_MS);
  });
}
