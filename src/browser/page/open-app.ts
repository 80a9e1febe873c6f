/** By then an installed app has taken over the screen. */
const APP_WAIT_MS = 1200;

/**
 * Opens a tab during the visitor's click. False if the browser refuses, so that the page itself has to go
 * there.
 */
export function openTab(url: string): boolean {
  // With the "noopener" feature the result would always be null, so the opener is removed by hand.
  const tab = window.open(url, "_blank");
  if (!tab) return false;
  try {
    tab.opener = null;
  } catch {
    // The tab has already moved on, and has no opener there.
  }
  return true;
}

/** Opens an app. If the page is still in view a moment later, the app isn't installed and `url` opens instead. Resolves to whether the app opened. */
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
