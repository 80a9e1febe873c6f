/** URLs for opening the app that a web URL belongs to. A phone without the app follows the web URL. */
export interface AppLink {
  /** The app's package. Android passes the web URL itself to it. */
  android: string;
  /** A URL in the app's own scheme, or null if the app has none for this page. */
  ios: string | null;
}

interface App {
  /** Matches the host without `www.`, `m.`, and the like. */
  host: RegExp;
  android: string;
  /** `path` is the URL's path, split at the slashes and still percent-encoded. */
  ios: (path: readonly string[], url: URL) => string | null;
}

/** A path segment that names someone or something and is safe to use in another URL. */
const NAME = /^[\w.~%+-]+$/;
const named = (piece: string | undefined): piece is string => piece !== undefined && NAME.test(piece);
const NUMBER = /^\d+$/;

/** First path segments that are the site's own pages rather than people's names. */
const isPage = (piece: string) =>
  /^(?:p|tv|reels?|stories|explore|accounts|direct|share|home|search|hashtag|i|intent|settings|login|directory|videos|pin|ideas|about|s)$/i.test(
    piece,
  );

/** The only path segment, if it's someone's name. */
const soleName = (path: readonly string[]) =>
  path.length === 1 && named(path[0]) && !isPage(path[0]) ? path[0] : undefined;

/**
 * Encodes for a query, including characters that `encodeURIComponent` leaves and an attribute or another
 * program may trip over.
 */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/['()*!]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const rest = (url: URL) => url.host + url.pathname + url.search;

/**
 * Apps by the URLs that they open. Android needs only one rule, an intent for the app's package. For iOS,
 * these are URL forms that the apps document or that are known to work. If an app needs an id that the URL
 * doesn't have, there's none.
 */
const APPS: readonly App[] = [
  {
    host: /^(?:music\.)?youtube\.com$|^youtu\.be$/,
    android: "com.google.android.youtube",
    ios: (path, url) => {
      if (url.hostname.startsWith("music.")) return null;
      if (url.hostname !== "youtu.be") return `youtube://www.youtube.com${url.pathname}${url.search}`;
      return named(path[0]) ? `youtube://www.youtube.com/watch?v=${path[0]}` : null;
    },
  },
  {
    host: /^(?:instagram\.com|instagr\.am)$/,
    android: "com.instagram.android",
    ios: (path) => (soleName(path) ? `instagram://user?username=${path[0]}` : null),
  },
  {
    host: /^threads\.(?:net|com)$/,
    android: "com.instagram.barcelona",
    ios: ([name, more]) =>
      more === undefined && name?.startsWith("@") && named(name.slice(1))
        ? `barcelona://user?username=${name.slice(1)}`
        : null,
  },
  {
    host: /^(?:v[mt]\.)?tiktok\.com$/,
    android: "com.zhiliaoapp.musically",
    // The app identifies people by numbers that their URLs don't contain.
    ios: ([, kind, id]) =>
      kind === "video" && NUMBER.test(id ?? "") ? `snssdk1233://aweme/detail/${id}` : null,
  },
  {
    host: /^(?:x|twitter)\.com$/,
    android: "com.twitter.android",
    ios: (path) => {
      const [, kind, id] = path;
      if (kind === "status" && NUMBER.test(id ?? "")) return `twitter://status?id=${id}`;
      return soleName(path) ? `twitter://user?screen_name=${path[0]}` : null;
    },
  },
  {
    host: /^(?:facebook\.com|fb\.com)$/,
    android: "com.facebook.katana",
    ios: (_, url) => `fb://facewebmodal/f?href=${encoded(url.href)}`,
  },
  {
    host: /^m\.me$/,
    android: "com.facebook.orca",
    ios: (path) => (soleName(path) ? `fb-messenger://user-thread/${path[0]}` : null),
  },
  {
    host: /^open\.spotify\.com$|^spotify\.link$/,
    android: "com.spotify.music",
    ios: (path) => {
      const [kind, id] = path[0]?.startsWith("intl-") ? path.slice(1) : path;
      return named(kind) && named(id) ? `spotify:${kind}:${id}` : null;
    },
  },
  {
    host: /^wa\.me$|^(?:api|chat)\.whatsapp\.com$|^whatsapp\.com$/,
    android: "com.whatsapp",
    ios: ([first], url) => {
      if (url.hostname === "chat.whatsapp.com") return named(first) ? `whatsapp://chat?code=${first}` : null;
      if (url.hostname === "api.whatsapp.com")
        return first === "send" ? `whatsapp://send${url.search}` : null;
      const text = url.searchParams.get("text");
      const message = text ? `&text=${encoded(text)}` : "";
      const phone = first?.replace(/^\+/, "") ?? "";
      return url.hostname === "wa.me" && NUMBER.test(phone)
        ? `whatsapp://send?phone=${phone}${message}`
        : null;
    },
  },
  {
    host: /^(?:t|telegram)\.me$/,
    android: "org.telegram.messenger",
    ios: ([first, second, third]) => {
      if (first === "joinchat" && named(second)) return `tg://join?invite=${second}`;
      if (first?.startsWith("+") && named(first.slice(1))) {
        return NUMBER.test(first.slice(1))
          ? `tg://resolve?phone=${first.slice(1)}`
          : `tg://join?invite=${first.slice(1)}`;
      }
      if (!/^[a-z]\w{3,31}$/i.test(first ?? "") || third !== undefined) return null;
      if (second === undefined) return `tg://resolve?domain=${first}`;
      return NUMBER.test(second) ? `tg://resolve?domain=${first}&post=${second}` : null;
    },
  },
  {
    host: /^amazon\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/,
    android: "com.amazon.mShop.android.shopping",
    ios: (_, url) => `com.amazon.mobile.shopping.web://${rest(url)}`,
  },
  {
    host: /^twitch\.tv$/,
    android: "tv.twitch.android.app",
    ios: (path) => (soleName(path) ? `twitch://stream/${path[0]}` : null),
  },
  {
    host: /^linkedin\.com$/,
    android: "com.linkedin.android",
    ios: ([kind, name]) =>
      (kind === "in" || kind === "company") && named(name) ? `linkedin://${kind}/${name}` : null,
  },
  {
    host: /^pinterest\.(?:[a-z]{2,3}|com?\.[a-z]{2})$|^pin\.it$/,
    android: "com.pinterest",
    ios: (path, url) => {
      if (url.hostname === "pin.it") return null;
      const [first, id] = path;
      if (first === "pin" && NUMBER.test(id ?? "")) return `pinterest://pin/${id}`;
      return soleName(path) ? `pinterest://user/${first}` : null;
    },
  },
  {
    host: /^snapchat\.com$/,
    android: "com.snapchat.android",
    ios: ([kind, name]) => (kind === "add" && named(name) ? `snapchat://add/${name}` : null),
  },
  { host: /^(?:on\.)?soundcloud\.com$/, android: "com.soundcloud.android", ios: () => null },
  {
    host: /^music\.apple\.com$/,
    android: "com.apple.android.music",
    ios: (_, url) => `music://${rest(url)}`,
  },
  {
    host: /^discord\.gg$|^discord\.com$/,
    android: "com.discord",
    ios: (path, url) => {
      const code = url.hostname === "discord.gg" ? path[0] : path[0] === "invite" ? path[1] : undefined;
      return named(code) ? `com.hammerandchisel.discord://discord.gg/${code}` : null;
    },
  },
  {
    host: /^reddit\.com$/,
    android: "com.reddit.frontpage",
    ios: ([kind], url) =>
      kind === "r" || kind === "user" || kind === "u" ? `reddit://${url.pathname}` : null,
  },
];

/** The app that opens this URL, if it's a well-known one. Only for `https` without an explicit port. */
export function appLink(address: string): AppLink | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== "https:" || url.port !== "") return null;
  const host = url.hostname.replace(/^(?:www|mobile|m)\.(?=.*\.)/, "");
  const app = APPS.find((one) => one.host.test(host));
  if (!app) return null;
  const path = url.pathname.split("/").filter((piece) => piece !== "");
  return { android: app.android, ios: path.length === 0 ? null : app.ios(path, url) };
}

/**
 * Returns a URL that makes Chrome and in-app browsers on Android open `address` in the app `packageName`, or
 * `address` itself if the app isn't installed (developer.chrome.com/docs/android/intents).
 */
export function androidIntent(address: string, packageName: string): string {
  const url = new URL(address);
  const target = `${url.host}${url.pathname}${url.search}`;
  const fallback = encoded(url.href);
  return `intent://${target}#Intent;scheme=${url.protocol.slice(0, -1)};package=${packageName};S.browser_fallback_url=${fallback};end`;
}
