/** Returns the operating system behind a user agent, as far as it matters for opening apps. */
export function systemOf(userAgent: string): "android" | "ios" | "other" {
  if (/iPhone|iPad|iPod/.test(userAgent)) return "ios";
  return /Android/.test(userAgent) ? "android" : "other";
}

/**
 * True for the browser inside an app on iOS. Real browsers all end alike, with their version and Safari's (`…
 * CriOS/126.0 Mobile/15E148 Safari/604.1`); apps leave that out or append something.
 */
export function isInsideIosApp(userAgent: string): boolean {
  return (
    systemOf(userAgent) === "ios" &&
    !(
      /(?:Version|CriOS|FxiOS|EdgiOS|OPT|DuckDuckGo|GSA)\//.test(userAgent) &&
      / Safari\/[\d.]+$/.test(userAgent)
    )
  );
}
