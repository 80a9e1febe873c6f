import { ATTRIBUTION_DAYS, REFERRAL_PARAMETERS, referralCodeIn } from "#src/features/site/rules.ts";
import { DAY_MS } from "#src/lib/time.ts";

/** The referral attribution record of spec §3. */
export interface Attribution {
  referralCode: string;
  /** When the link was followed, ISO 8601. */
  timestamp: string;
  originalUrl: string;
  userAgent: string;
  referrer: string;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The browser, or a test's stand-in for it. */
export interface Surroundings {
  href(): string;
  userAgent: string;
  referrer: string;
  now(): Date;
  /** Each throws where the browser keeps nothing. */
  stores: readonly (() => Store)[];
  /** Shows another address for the page that is open. */
  replaceAddress(href: string): void;
  later(action: () => void, ms: number): void;
}

const KEY = "fanfare.referral";
/** When the parameter is taken out of the address (spec §4). */
const REMOVAL_DELAY_MS = 500;
/** The server keeps no more of an address (spec §3). */
const TEXT_CHARS_MAX = 500;

/**
 * Remembers by whose link somebody came (spec §4, §5): the record goes into the local and the session storage for 30
 * days, and the parameters leave the address after 500 ms. The server sets the cookie with the page itself. The answer
 * is the record in force; one that has expired is forgotten.
 */
export function captureReferral(browser: Surroundings): Attribution | undefined {
  const { search } = new URL(browser.href());
  if (!mentionsReferral(search)) return findAttribution(browser);
  browser.later(() => browser.replaceAddress(withoutReferral(browser.href())), REMOVAL_DELAY_MS);
  const referralCode = referralCodeIn(search);
  if (referralCode === undefined) return findAttribution(browser);
  const record: Attribution = {
    referralCode,
    timestamp: browser.now().toISOString(),
    originalUrl: browser.href().slice(0, TEXT_CHARS_MAX),
    userAgent: browser.userAgent.slice(0, TEXT_CHARS_MAX),
    referrer: browser.referrer.slice(0, TEXT_CHARS_MAX),
  };
  for (const store of browser.stores) attempt(() => store().setItem(KEY, JSON.stringify(record)));
  return record;
}

/** The record that was kept, from whichever storage has one; one older than 30 days is forgotten. */
export function findAttribution({
  stores,
  now,
}: Pick<Surroundings, "stores" | "now">): Attribution | undefined {
  for (const store of stores) {
    const record = attempt(() => readRecord(store().getItem(KEY)));
    if (record && now().getTime() - Date.parse(record.timestamp) < ATTRIBUTION_DAYS * DAY_MS) return record;
    attempt(() => store().removeItem(KEY));
  }
  return undefined;
}

/** The address without the referral's parameters; all others and the hash stay letter by letter. */
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

function readRecord(json: string | null): Attribution | undefined {
  const value: unknown = JSON.parse(json ?? "null");
  if (typeof value !== "object" || value === null) return undefined;
  const { referralCode, timestamp } = value as Partial<Attribution>;
  const isWhole = typeof referralCode === "string" && !Number.isNaN(Date.parse(timestamp ?? ""));
  return isWhole ? (value as Attribution) : undefined;
}

/** Nothing depends on what a browser's storage does: it may be full, switched off, or throw at the very mention. */
function attempt<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** The browser that this runs in. */
export function thisBrowser(): Surroundings {
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
