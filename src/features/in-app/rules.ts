import { remembering } from "#src/lib/memo.ts";

/** Ways out of an app's own browser: an address that the app hands to the system, or steps in its menu. */
export type ExitWay = "x-safari" | "extbrowser" | "intent" | "line-query";

export type ExitSystem = "ios" | "android" | "other";

export interface InAppBrowser {
  /** As in `link_analytics.app` and `client_profiles.in_app_browsers`. */
  key: string;
  label: string;
  /** What the app's browser says of itself. */
  userAgent: RegExp;
  /** The one-tap ways that have been seen to work, the best first; none where the app offers no way but its menu. */
  ways: Record<"ios" | "android", readonly ExitWay[]>;
  /** Whether an owner can have its visitors shown the way out; apps that hand links to the system need none. */
  hasHelp: boolean;
}

const BOTH: InAppBrowser["ways"] = { ios: ["x-safari"], android: ["intent"] };
const MENU_ONLY: InAppBrowser["ways"] = { ios: [], android: [] };

/**
 * The one table of apps with a browser of their own. The first that matches counts: Messenger also calls itself
 * Facebook, Threads also Instagram. Telegram, Reddit and Discord open the system's browser or say nothing of themselves.
 */
export const IN_APP_BROWSERS: readonly InAppBrowser[] = [
  // Android: the app's own browser ignores intents more often than not, so they come after nothing but the steps.
  app(["tiktok", "TikTok"], /musical_ly|BytedanceWebview|ByteLocale|\btrill[_/ ]|\bTikTok\b|\baweme/i, BOTH),
  app(["threads", "Threads"], /\bBarcelona \d/, { ios: ["x-safari"], android: [] }),
  app(["instagram", "Instagram"], /\bInstagram[ /]\d/, {
    ios: ["extbrowser", "x-safari"],
    android: ["intent", "extbrowser"],
  }),
  app(
    ["messenger", "Messenger"],
    /Messenger(?:ForiOS|Lite)|(?:FBAN|FB_IAB)\/(?:Messenger|Orca)|Orca-Android/i,
    { ios: ["x-safari"], android: [] },
  ),
  app(["facebook", "Facebook"], /\bFBA[NV]\/|\bFB_IAB\//, BOTH),
  app(["snapchat", "Snapchat"], /Snapchat[ /]\d/i, { ios: [], android: ["intent"] }),
  app(["linkedin", "LinkedIn"], /\bLinkedInApp\b/i, BOTH),
  app(["x", "X"], /\bTwitter for (?:iPhone|iPad)|\bTwitterAndroid\b/, { ios: [], android: ["intent"] }),
  app(["pinterest", "Pinterest"], /\[Pinterest\/|\bPinterest(?: for |\/)(?:iOS|Android)/, BOTH),
  { ...app(["whatsapp", "WhatsApp"], /\bWhatsApp\/\d/, MENU_ONLY), hasHelp: false },
  { ...app(["telegram", "Telegram"], /\bTelegram[- /](?:Android|iOS|\d)/, MENU_ONLY), hasHelp: false },
  app(["line", "LINE"], /\bLine\/\d/i, { ios: ["line-query"], android: ["line-query", "intent"] }),
  app(["wechat", "WeChat"], /\bMicroMessenger\//i, MENU_ONLY),
  { ...app(["reddit", "Reddit"], /\bReddit(?:Android)?\/(?:\d|Version)/i, MENU_ONLY), hasHelp: false },
  { ...app(["discord", "Discord"], /\bDiscord(?:-Android)?\/\d/i, MENU_ONLY), hasHelp: false },
  { ...app(["google", "Google"], /\bGSA\/|\bGoogleApp\//, MENU_ONLY), hasHelp: false },
];

function app([key, label]: [string, string], userAgent: RegExp, ways: InAppBrowser["ways"]): InAppBrowser {
  return { key, label, userAgent, ways, hasHelp: true };
}

const BY_KEY = new Map(IN_APP_BROWSERS.map((browser) => [browser.key, browser]));

/** The app of that key, or undefined. */
export function findInAppBrowser(key: string): InAppBrowser | undefined {
  return BY_KEY.get(key);
}

const AGENTS_REMEMBERED = 2000;

/** TikTok's fetcher of link previews has the app's name in it, and nobody behind it to show a way out. */
const FETCHER = /spider\b/i;

const detect = remembering(AGENTS_REMEMBERED, (userAgent): { browser: InAppBrowser | undefined } => ({
  browser: FETCHER.test(userAgent) ? undefined : IN_APP_BROWSERS.find((one) => one.userAgent.test(userAgent)),
}));

/** The app whose browser sent this user agent; undefined for browsers of their own. */
export function inAppBrowserOf(userAgent: string): InAppBrowser | undefined {
  return detect(userAgent).browser;
}

/** The system an app runs on, as far as its ways out differ. */
export function exitSystemOf(userAgent: string): ExitSystem {
  if (/iPhone|iPad|iPod/.test(userAgent)) return "ios";
  return /Android/.test(userAgent) ? "android" : "other";
}

/**
 * The address that leads out of the app to `url`, an http or https address. Sources: Apple's `x-safari-` schemes (open
 * Safari), Android's intent URIs (developer.chrome.com/docs/android/intents), Instagram's `extbrowser`, LINE's
 * `openExternalBrowser` parameter.
 */
export function exitAddress(way: ExitWay, url: string): string {
  const { protocol } = new URL(url);
  const scheme = protocol.slice(0, -1);
  const rest = url.slice(protocol.length + "//".length);
  if (way === "x-safari") return `x-safari-${scheme}://${rest}`;
  if (way === "extbrowser") return `instagram://extbrowser/?url=${encodeURIComponent(url)}`;
  if (way === "line-query") return `${url}${url.includes("?") ? "&" : "?"}openExternalBrowser=1`;
  const fallback = encodeURIComponent(url);
  return `intent://${rest.split("#", 1)[0]}#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;S.browser_fallback_url=${fallback};end`;
}
