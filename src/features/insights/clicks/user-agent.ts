/* Parses user agents. Server only: the two parsers are larger than a dashboard screen. */
import { isbot } from "isbot";
import UAParser from "my-ua-parser";
import { inAppBrowserOf } from "#src/features/pages/in-app-browsers/rules.ts";
import { memoizeLru } from "#src/lib/lru.ts";
import { CLICK_TEXT_CHARS_MAX, referrerHost } from "./rules.ts";

export const DEVICE_TYPES = ["mobile", "tablet", "desktop", "unknown"] as const;
export const BROWSERS = ["edge", "chrome", "firefox", "safari", "opera", "other", "unknown"] as const;
export const SYSTEMS = ["windows", "macos", "linux", "android", "ios", "other", "unknown"] as const;
export const BOT_KINDS = ["human", "bot", "preview"] as const;

type DeviceType = (typeof DEVICE_TYPES)[number];
type Browser = (typeof BROWSERS)[number];
type System = (typeof SYSTEMS)[number];

/** A visitor's client according to the user agent, in the sets of values of spec §3. */
export interface Client {
  readonly device_type: DeviceType;
  readonly browser: Browser;
  readonly os: System;
  /** The app whose built-in browser shows the page. */
  readonly app: string | null;
  readonly is_bot: boolean;
  readonly bot_kind: (typeof BOT_KINDS)[number];
}

const CLIENTS_REMEMBERED = 2000;

/** Fetchers that draw the card under a link in a message. iMessage calls itself facebookexternalhit too. */
const PREVIEW = new RegExp(
  [
    "^WhatsApp/|facebookexternalhit|Facebot\\b|meta-externalfetcher|Twitterbot|Slackbot|Slack-ImgProxy|TelegramBot",
    "Discordbot|LinkedInBot|TikTokSpider|Snap URL Preview|redditbot|Pinterestbot|^Pinterest/|SkypeUriPreview|MicrosoftPreview",
    "BingPreview|Google-PageRenderer|vkShare|kakaotalk-scrap|line-poker|^Viber/|Mastodon/|Cardyb|Iframely|Embedly",
    "^Synapse|Mattermost-Bot|^Rocket\\.Chat|^Tumblr/|FlipboardProxy|DingTalkBot-LinkService|bitlybot|XING-contenttabreceiver",
  ].join("|"),
  "i",
);

/** A person's browser inside an app starts with the name of a full browser; apps' own requests don't. */
// regex-ignore: reads at most CLICK_TEXT_CHARS_MAX, from the start only
const BROWSER_ENGINE =
  /^Mozilla\/5\.0 \((?:iPhone|iPad|iPod|Linux|Windows|Macintosh|X11)[^)]*\).*(?:AppleWebKit|Gecko)/i;
/** Signs of a machine, even one that poses as an app's browser. Cubot makes phones. */
const CERTAIN_BOT = /(?<!cu)bot(?:\b|_)|crawl|spider|headless|lighthouse|scrape|python/i;

/**
 * Parses a user agent. People in an app's built-in browser are never bots, whatever words are in their
 * phone's name. An empty user agent is a bot. Results are cached, because this runs for every click.
 */
export function parseUserAgent(userAgent: string | undefined): Client {
  return remembered((userAgent ?? "").slice(0, CLICK_TEXT_CHARS_MAX).trim());
}

const remembered = memoizeLru(CLIENTS_REMEMBERED, (userAgent): Client => {
  const app = inAppBrowserOf(userAgent)?.key ?? null;
  const bot_kind = botKind(userAgent, app);
  const parsed = UAParser(userAgent);
  const os = systemOf(parsed.os.name, userAgent);
  return Object.freeze({
    device_type: deviceOf(parsed.device.type, os, userAgent),
    browser: browserOf(parsed.browser.name, os, userAgent),
    os,
    app: bot_kind === "human" ? app : null,
    is_bot: bot_kind !== "human",
    bot_kind,
  });
});

function botKind(userAgent: string, app: string | null): Client["bot_kind"] {
  if (userAgent === "") return "bot";
  if (PREVIEW.test(userAgent)) return "preview";
  // An app on Apple's systems without a browser: Messages and Notes fetch links this way.
  if (/ CFNetwork\/[\d.]+ Darwin\//.test(userAgent)) return "preview";
  if (app !== null && BROWSER_ENGINE.test(userAgent)) return CERTAIN_BOT.test(userAgent) ? "bot" : "human";
  return isbot(userAgent) ? "bot" : "human";
}

function systemOf(name: string | undefined, userAgent: string): System {
  if (name === undefined) return "unknown";
  if (/^windows/i.test(name)) return "windows";
  if (/^mac ?os/i.test(name)) return "macos";
  if (/^(?:ios|ipados)$/i.test(name)) return "ios";
  if (/^android/i.test(name)) return "android";
  if (/tizen|webos|netcast|kaios|harmony|playstation|chromium|chrome ?os|fuchsia/i.test(name)) return "other";
  return /linux|x11/i.test(userAgent) && !/bsd|solaris|sunos/i.test(name) ? "linux" : "other";
}

function deviceOf(type: string | undefined, os: System, userAgent: string): DeviceType {
  if (type === "mobile" || type === "tablet") return type;
  if (type !== undefined) return "unknown";
  if (os === "ios") return "mobile";
  if (os === "android") return /\bMobile\b|Opera Mini/.test(userAgent) ? "mobile" : "tablet";
  return os === "windows" || os === "macos" || os === "linux" || /\bCrOS\b/.test(userAgent)
    ? "desktop"
    : "unknown";
}

const BROWSER_NAMES: readonly (readonly [Browser, RegExp])[] = [
  ["edge", /^(?:ms)?edge/i],
  ["opera", /^opera|^opr/i],
  ["firefox", /firefox|^fennec/i],
  ["chrome", /^(?:mobile )?chrom(?:e|ium)/i],
  ["safari", /safari$/i],
];

/** Names an app's built-in browser after its engine: WebKit on iOS, Chrome's WebView elsewhere. */
function browserOf(name: string | undefined, os: System, userAgent: string): Browser {
  const known = BROWSER_NAMES.find(([, pattern]) => pattern.test(name ?? ""))?.[0];
  if (known !== undefined) return known;
  if (inAppBrowserOf(userAgent)) {
    if (os === "ios" || os === "macos") return "safari";
    if (/\bChrome\/\d/.test(userAgent)) return "chrome";
  }
  if (name === undefined || /^webkit$/i.test(name)) return os === "ios" ? "safari" : "unknown";
  return "other";
}

/** The sites of apps whose own browsers often send no referrer. */
const APP_SITES: Readonly<Record<string, string>> = {
  tiktok: "tiktok.com",
  threads: "threads.com",
  instagram: "instagram.com",
  messenger: "messenger.com",
  facebook: "facebook.com",
  snapchat: "snapchat.com",
  linkedin: "linkedin.com",
  x: "x.com",
  pinterest: "pinterest.com",
  whatsapp: "whatsapp.com",
  telegram: "telegram.org",
  line: "line.me",
  kakaotalk: "kakao.com",
  naver: "naver.com",
  wechat: "weixin.qq.com",
  weibo: "weibo.com",
  qq: "qq.com",
  zalo: "zalo.me",
  viber: "viber.com",
  reddit: "reddit.com",
  discord: "discord.com",
  google: "google.com",
};

/** Returns the referrer's host, or without one the site of the app whose browser it was. */
export function sourceHost({ referrer, client }: { referrer: string; client: Client }): string {
  const host = hostOf(referrer);
  return host === "" && client.app !== null ? (APP_SITES[client.app] ?? "") : host;
}

const REFERRERS_REMEMBERED = 2000;
const hostOf = memoizeLru(REFERRERS_REMEMBERED, referrerHost);
