import { memoizeLru } from "#src/lib/lru.ts";
import { type AppVersion, appVersionIn } from "./app-version-rules.ts";
import { EXIT_PARAM } from "./page/exit-param.ts";

/** Exits from an in-app browser: URLs that the app hands to the system. There are no others than these. */
export const EXIT_METHODS = ["x-safari", "extbrowser", "intent", "line-query", "kakao"] as const;
export type ExitMethod = (typeof EXIT_METHODS)[number];

/** The systems that have exits. */
export const EXIT_PLATFORMS = ["ios", "android"] as const;
export type ExitPlatform = (typeof EXIT_PLATFORMS)[number];
export type ExitSystem = ExitPlatform | "other";

/** The position of an app's menu, and the entry for leaving. */
export interface ExitMenu {
  /** Null if unknown, so that nothing points there. */
  corner: "top-right" | "bottom-right" | null;
  item: string;
}

export interface InAppBrowser {
  /** As in `link_analytics.app` and `client_profiles.in_app_browsers`. */
  key: string;
  label: string;
  userAgent: RegExp;
  /**
   * One-tap methods known to work, best first. Empty if only the app's menu works. Staff may have chosen others:
   * `waysOutOf` knows.
   */
  ways: Record<ExitPlatform, readonly ExitMethod[]>;
  menu: Record<ExitPlatform, ExitMenu>;
  /** Set if owners can have the exit shown to visitors; apps that hand links to the system need none. */
  hasHelp: boolean;
}

const BOTH: InAppBrowser["ways"] = { ios: ["x-safari"], android: ["intent"] };
const INTENT: InAppBrowser["ways"] = { ios: [], android: ["intent"] };
const SAFARI: InAppBrowser["ways"] = { ios: ["x-safari"], android: [] };
const MENU_ONLY: InAppBrowser["ways"] = { ios: [], android: [] };

/** The words of spec §2, which are TikTok's own. */
const OPEN_IN_BROWSER = "Open in Browser";
const AT_TOP: ExitMenu = { corner: "top-right", item: OPEN_IN_BROWSER };
const AT_BOTTOM: ExitMenu = { corner: "bottom-right", item: OPEN_IN_BROWSER };
const TOP = { ios: AT_TOP, android: AT_TOP };
/** Apps with a toolbar at the bottom on iPhones. */
const BOTTOM_ON_IOS = { ios: { ...AT_BOTTOM, item: "Open in Safari" }, android: AT_TOP };
const BOTTOM = { ios: AT_BOTTOM, android: AT_BOTTOM };
const SOMEWHERE = { ios: { ...AT_TOP, corner: null }, android: { ...AT_TOP, corner: null } };

const META_ITEM = "Open in external browser";
const META_TOP = { ios: { ...AT_TOP, item: META_ITEM }, android: { ...AT_TOP, item: META_ITEM } };
const META_BOTTOM = { ios: { ...AT_BOTTOM, item: META_ITEM }, android: { ...AT_TOP, item: META_ITEM } };

/** Apps that don't identify themselves: Android's WebView, and WebKit on iPhones without Safari's name. */
const ANY_WEBVIEW =
  /\(Linux; Android [^()]*; wv\)|\((?:iPhone|iPad|iPod)[^()]*\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\)(?!.*\bSafari\/)/;

/**
 * The one table of apps with their own browser. The first match counts: Messenger also identifies itself as
 * Facebook, Threads also as Instagram, and all of them are web views. Telegram, Reddit, and Discord open the
 * system's browser or don't identify themselves.
 */
export const IN_APP_BROWSERS: readonly InAppBrowser[] = [
  // A crawler with a contact URL isn't a visitor's app.
  app(["tiktok", "TikTok"], /musical_ly|BytedanceWebview|ByteLocale|\btrill[_/ ]|(?<!@)\bTikTok\b|\baweme/i, [
    BOTH,
    TOP,
  ]),
  app(["threads", "Threads"], /\bBarcelona \d/, [SAFARI, META_TOP]),
  app(["instagram", "Instagram"], /\bInstagram[ /]\d/, [
    { ios: ["extbrowser", "x-safari"], android: ["intent", "extbrowser"] },
    META_TOP,
  ]),
  app(
    ["messenger", "Messenger"],
    /Messenger(?:ForiOS|Lite)|(?:FBAN|FB_IAB)\/(?:Messenger|Orca)|Orca-Android|\bMetaIAB Messenger/i,
    [SAFARI, META_BOTTOM],
  ),
  app(["facebook", "Facebook"], /\bFBA[NV]\/|\bFB_IAB\/|\bMetaIAB Facebook/, [BOTH, META_BOTTOM]),
  // On Android, its name comes after Safari's version without a space, followed by its own version without a
  // slash.
  app(["snapchat", "Snapchat"], /Snapchat[ /]?\d/i, [INTENT, BOTTOM_ON_IOS]),
  app(["linkedin", "LinkedIn"], /\bLinkedInApp\b/i, [BOTH, TOP]),
  app(["x", "X"], /\bTwitter for (?:iPhone|iPad)|\bTwitterAndroid\b/, [INTENT, BOTTOM_ON_IOS]),
  app(["pinterest", "Pinterest"], /\[Pinterest\/|\bPinterest(?: for |\/)(?:iOS|Android)/, [BOTH, TOP]),
  handsOver(["whatsapp", "WhatsApp"], /\bWhatsApp\/\d/),
  handsOver(["telegram", "Telegram"], /\bTelegram[- /](?:Android|iOS|\d)/),
  app(["line", "LINE"], /\bLine\/\d/i, [
    { ios: ["line-query"], android: ["line-query", "intent"] },
    BOTTOM_ON_IOS,
  ]),
  app(["kakaotalk", "KakaoTalk"], /\bKAKAOTALK\b/i, [
    { ios: ["kakao"], android: ["kakao", "intent"] },
    BOTTOM,
  ]),
  app(["naver", "Naver"], /\bNAVER\(inapp/i, [INTENT, BOTTOM]),
  app(["wechat", "WeChat"], /\bMicroMessenger\//i, [MENU_ONLY, TOP]),
  app(["weibo", "Weibo"], /__weibo__\d|\bWeibo \(/i, [MENU_ONLY, TOP]),
  app(["qq", "QQ"], /\bQQ\/\d/, [MENU_ONLY, TOP]),
  app(["zalo", "Zalo"], /\bZalo (?:android|iOS)\//i, [INTENT, TOP]),
  app(["viber", "Viber"], /\bViber\/\d/i, [INTENT, BOTTOM_ON_IOS]),
  handsOver(["reddit", "Reddit"], /\bReddit(?:Android)?\/(?:\d|Version)/i),
  handsOver(["discord", "Discord"], /\bDiscord(?:-Android)?\/\d/i),
  handsOver(["google", "Google"], /\bGSA\/|\bGoogleApp\//),
  app(["webview", "Any other app"], ANY_WEBVIEW, [BOTH, SOMEWHERE]),
];

function app(
  [key, label]: [string, string],
  userAgent: RegExp,
  [ways, menu]: [InAppBrowser["ways"], InAppBrowser["menu"]],
): InAppBrowser {
  return { key, label, userAgent, ways, menu, hasHelp: true };
}

/** An app that opens links in the system's browser. Recognized only for the figures. */
function handsOver(names: [string, string], userAgent: RegExp): InAppBrowser {
  return { ...app(names, userAgent, [MENU_ONLY, SOMEWHERE]), hasHelp: false };
}

const BY_KEY = new Map(IN_APP_BROWSERS.map((browser) => [browser.key, browser]));

export function findInAppBrowser(key: string): InAppBrowser | undefined {
  return BY_KEY.get(key);
}

/** LINE opens the visitor's own browser for URLs with this parameter. */
const LINE_PARAMETER = "openExternalBrowser";
/** Parameters that concern only the notice itself. */
const OWN_PARAMETERS = ["here", "continue", EXIT_PARAM, LINE_PARAMETER];
const QUERY_CHARS_MAX = 1000;

/**
 * Returns the part of the query to keep on the way out, such as `utm_…`. Empty if there's none or it's
 * absurdly long.
 */
export function forwardedQuery(asked: URLSearchParams): string {
  const query = new URLSearchParams(asked);
  for (const name of OWN_PARAMETERS) query.delete(name);
  const text = query.toString();
  return text.length <= QUERY_CHARS_MAX ? text : "";
}

const AGENTS_REMEMBERED = 2000;

/** TikTok's link preview bot carries the app's name, but there's no visitor to show an exit to. */
const FETCHER = /spider\b/i;

interface DetectedApp {
  browser: InAppBrowser | undefined;
  version: AppVersion | null;
}

const detect = memoizeLru(AGENTS_REMEMBERED, (userAgent): DetectedApp => {
  const browser = FETCHER.test(userAgent)
    ? undefined
    : IN_APP_BROWSERS.find((one) => one.userAgent.test(userAgent));
  return { browser, version: browser ? appVersionIn(userAgent, browser.key) : null };
});

/** Returns the app whose browser sent this user agent, or undefined for a regular browser. */
export function inAppBrowserOf(userAgent: string): InAppBrowser | undefined {
  return detect(userAgent).browser;
}

/** Returns the version of the app whose browser sent this user agent. Null if it doesn't say. */
export function appVersionOf(userAgent: string): AppVersion | null {
  return detect(userAgent).version;
}

/** Returns the system that an app runs on, as far as it matters for exits. */
export function exitSystemOf(userAgent: string): ExitSystem {
  if (/iPhone|iPad|iPod/i.test(userAgent)) return "ios";
  return /Android/i.test(userAgent) ? "android" : "other";
}

/**
 * Returns the URL that leads out of the app to `url`, which is http or https. Sources: Apple's `x-safari-`
 * schemes (open Safari), Android's intent URIs (developer.chrome.com/docs/android/intents), Instagram's
 * `extbrowser`, KakaoTalk's `openExternal`, LINE's `openExternalBrowser` parameter.
 */
export function exitUrl(way: ExitMethod, url: string): string {
  const { protocol } = new URL(url);
  const scheme = protocol.slice(0, -1);
  const rest = url.slice(protocol.length + "//".length);
  if (way === "x-safari") return `x-safari-${scheme}://${rest}`;
  if (way === "extbrowser") return `instagram://extbrowser/?url=${encodeURIComponent(url)}`;
  if (way === "kakao") return `kakaotalk://web/openExternal?url=${encodeURIComponent(url)}`;
  if (way === "line-query") return `${url}${url.includes("?") ? "&" : "?"}${LINE_PARAMETER}=1`;
  const fallback = encodeURIComponent(url);
  return `intent://${rest.split("#", 1)[0]}#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;S.browser_fallback_url=${fallback};end`;
}
