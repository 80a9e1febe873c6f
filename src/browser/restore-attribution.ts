import {
  ATTRIBUTION_KEY,
  type Attribution,
  attempt,
  type BrowserEnvironment,
  findAttribution,
  TEXT_CHARS_MAX,
} from "./attribution.ts";

/**
 * Restores a code that only the cookie still has, because the browser has cleared its storage. A record
 * that's still there is newer.
 */
export function restoreAttribution(browser: BrowserEnvironment, referralCode: string): void {
  if (findAttribution(browser)) return;
  const record: Attribution = {
    referralCode,
    timestamp: browser.now().toISOString(),
    originalUrl: "",
    userAgent: browser.userAgent.slice(0, TEXT_CHARS_MAX),
    referrer: "",
  };
  for (const store of browser.stores) attempt(() => store().setItem(ATTRIBUTION_KEY, JSON.stringify(record)));
}

/** Deletes the record once the server has responded to it. */
export function forgetAttribution({ stores }: Pick<BrowserEnvironment, "stores">): void {
  for (const store of stores) attempt(() => store().removeItem(ATTRIBUTION_KEY));
}
