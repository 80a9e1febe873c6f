import {
  ATTRIBUTION_DAYS,
  REFERRAL_PARAMETERS,
  referralCodeIn,
} from "#src/features/money/entitlements/rules.ts";
import { DAY_MS } from "#src/lib/time.ts";

/** The referral attribution record of spec §3. */
export interface Attribution {
  referralCode: string;
  /** The time when the link was opened, in ISO 8601. */
  timestamp: string;
  originalUrl: string;
  userAgent: string;
  referrer: string;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The browser, or a test's stand-in for it. */
export interface BrowserEnvironment {
  href(): string;
  userAgent: string;
  referrer: string;
  now(): Date;
  /** Each throws if the browser stores nothing. */
  stores: readonly (() => Store)[];
  replaceAddress(href: string): void;
  later(action: () => void, ms: number): void;
  /** Reports that a link with this code was opened. Set only on pages that such links lead to. */
  tellVisit?(code: string): void;
}

export const ATTRIBUTION_KEY = "fanfare.referral";
/** The delay before the parameter is removed from the URL (spec §4). */
const REMOVAL_DELAY_MS = 500;
/** The server stores no more of a URL (spec §3). */
export const TEXT_CHARS_MAX = 500;

/**
 * Remembers whose link someone came from (spec §4, §5). The record is in local and session storage for 30
 * days, and the parameters leave the URL after 500 ms. The server sets the cookie along with the page.
 * Returns the valid record, and deletes an expired one.
 */
export function captureReferral(browser: BrowserEnvironment): Attribution | undefined {
  const { search } = new URL(browser.href());
  if (!mentionsReferral(search)) return findAttribution(browser);
  browser.later(() => browser.replaceAddress(withoutReferral(browser.href())), REMOVAL_DELAY_MS);
  const referralCode = referralCodeIn(search);
  if (referralCode === undefined) return findAttribution(browser);
  if (findAttribution(browser)?.referralCode !== referralCode) browser.tellVisit?.(referralCode);
  const record: Attribution = {
    referralCode,
    timestamp: browser.now().toISOString(),
    originalUrl: browser.href().slice(0, TEXT_CHARS_MAX),
    userAgent: browser.userAgent.slice(0, TEXT_CHARS_MAX),
    referrer: browser.referrer.slice(0, TEXT_CHARS_MAX),
  };
  for (const store of browser.stores) attempt(() => store().setItem(ATTRIBUTION_KEY, JSON.stringify(record)));
  return record;
}

/** Returns the stored record from whichever storage has one, and deletes it after 30 days. */
export function findAttribution({
  stores,
  now,
}: Pick<BrowserEnvironment, "stores" | "now">): Attribution | undefined {
  for (const store of stores) {
    const record = attempt(() => parseRecord(store().getItem(ATTRIBUTION_KEY)));
    if (record && now().getTime() - Date.parse(record.timestamp) < ATTRIBUTION_DAYS * DAY_MS) return record;
    attempt(() => store().removeItem(ATTRIBUTION_KEY));
  }
  return undefined;
}

/** Returns the URL without the referral's parameters. All others and the hash stay exactly the same. */
export function withoutReferral(href: string): string {
  const [address = "", ...hash] = href.split("#");
  const [path = "", ...query] = address.split("?");
  const kept = query
    .join("?")
    .split("&")
    .filter((pair) => pair !== "" && !isReferral(pair));
  return [path + (kept.length > 0 ? `?${kept.join("&")}` : ""), ...hash].join("#");
}

function mentionsReferral(search: string): boolean {
  return search.slice(1).split("&").some(isReferral);
}

function isReferral(pair: string): boolean {
  const [name = ""] = pair.split("=");
  return REFERRAL_PARAMETERS.some((parameter) => parameter === name);
}

function parseRecord(json: string | null): Attribution | undefined {
  const value: unknown = JSON.parse(json ?? "null");
  if (typeof value !== "object" || value === null) return undefined;
  const { referralCode, timestamp } = value as Partial<Attribution>;
  const isWhole = typeof referralCode === "string" && !Number.isNaN(Date.parse(timestamp ?? ""));
  return isWhole ? (value as Attribution) : undefined;
}

/** Nothing depends on a browser's storage, which may be full, switched off, or throw on access. */
export function attempt<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

export function thisBrowser(): BrowserEnvironment {
  return {
    href: () => location.href,
    userAgent: navigator.userAgent,
    referrer: document.referrer,
    now: () => new Date(),
    stores: [() => localStorage, () => sessionStorage],
    replaceAddress: (href) => history.replaceState(history.state, "", href),
    later: (action, ms) => void setTimeout(action, ms),
  };
}
