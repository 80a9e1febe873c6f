import type { Currency } from "./blocks-contract.ts";

export const EMBED_SERVICES = {
  youtube: { label: "YouTube", origin: "https://www.youtube-nocookie.com" },
  vimeo: { label: "Vimeo", origin: "https://player.vimeo.com" },
  spotify: { label: "Spotify", origin: "https://open.spotify.com" },
  soundcloud: { label: "SoundCloud", origin: "https://w.soundcloud.com" },
  tiktok: { label: "TikTok", origin: "https://www.tiktok.com" },
  instagram: { label: "Instagram", origin: "https://www.instagram.com" },
} as const;
export type EmbedService = keyof typeof EMBED_SERVICES;

export interface Embed {
  service: EmbedService;
  /** The page of the video, track, or post. */
  url: string;
  /** The player, which starts by itself, because visitors have already pressed play. */
  frame: string;
  shape: "wide" | "tall" | "track" | "list" | "post";
}

type EmbedReader = (path: readonly string[], url: URL) => Omit<Embed, "service"> | undefined;

const YOUTUBE_ID = /^[\w-]{11}$/;
const YOUTUBE_LIST = /^[\w-]{10,64}$/;

const readYoutube: EmbedReader = (path, url) => {
  const isShort = url.hostname === "youtu.be";
  const inPath = /^(?:shorts|live|embed|v)$/.test(path[0] ?? "") ? path[1] : undefined;
  const id = (isShort ? path[0] : (inPath ?? url.searchParams.get("v"))) ?? "";
  const player = `${EMBED_SERVICES.youtube.origin}/embed/`;
  if (YOUTUBE_ID.test(id) && id !== "videoseries") {
    const page = path[0] === "shorts" ? `shorts/${id}` : `watch?v=${id}`;
    return {
      url: `https://www.youtube.com/${page}`,
      frame: `${player}${id}?autoplay=1`,
      shape: path[0] === "shorts" ? "tall" : "wide",
    };
  }
  const list = url.searchParams.get("list") ?? "";
  if (path[0] !== "playlist" || !YOUTUBE_LIST.test(list)) return undefined;
  return {
    url: `https://www.youtube.com/playlist?list=${list}`,
    frame: `${player}videoseries?list=${list}&autoplay=1`,
    shape: "wide",
  };
};

const readVimeo: EmbedReader = (path, url) => {
  const [id = "", inPath] = path[0] === "video" ? path.slice(1) : path;
  const secret = inPath ?? url.searchParams.get("h") ?? "";
  if (!/^\d{5,12}$/.test(id) || !/^(?:[\da-f]{6,20})?$/.test(secret)) return undefined;
  return {
    url: `https://vimeo.com/${id}${secret && `/${secret}`}`,
    frame: `${EMBED_SERVICES.vimeo.origin}/video/${id}?dnt=1&autoplay=1${secret && `&h=${secret}`}`,
    shape: "wide",
  };
};

const readSpotify: EmbedReader = (path) => {
  const [type = "", id = ""] = path.filter((piece) => piece !== "embed" && !/^intl-[a-z-]{2,8}$/.test(piece));
  if (!/^(?:track|album|playlist|artist|episode|show)$/.test(type) || !/^[\dA-Za-z]{22}$/.test(id))
    return undefined;
  const { origin } = EMBED_SERVICES.spotify;
  const shape = type === "track" || type === "episode" ? "track" : "list";
  return { url: `${origin}/${type}/${id}`, frame: `${origin}/embed/${type}/${id}`, shape };
};

const readSoundcloud: EmbedReader = (path) => {
  const isPlain = path.length >= 1 && path.length <= 3 && path.every((piece) => /^[\w-]{1,120}$/.test(piece));
  const isOwnPage = /^(?:discover|search|stream|upload|you|pages|settings|charts)$/.test(path[0] ?? "");
  if (!isPlain || isOwnPage) return undefined;
  const url = `https://soundcloud.com/${path.join("/")}`;
  const { origin } = EMBED_SERVICES.soundcloud;
  return {
    url,
    frame: `${origin}/player/?url=${encodeURIComponent(url)}&auto_play=true&hide_related=true`,
    shape: path.length === 2 && path[1] !== "sets" ? "track" : "list",
  };
};

const readTiktok: EmbedReader = ([name = "", type, id = ""]) => {
  if (!/^@[\w.]{1,40}$/.test(name) || type !== "video" || !/^\d{8,24}$/.test(id)) return undefined;
  return {
    url: `https://www.tiktok.com/${name}/video/${id}`,
    frame: `${EMBED_SERVICES.tiktok.origin}/player/v1/${id}?autoplay=1`,
    shape: "tall",
  };
};

const readInstagram: EmbedReader = (path) => {
  const at = path.findIndex((piece) => /^(?:p|reels?|tv)$/.test(piece));
  const id = path[at + 1] ?? "";
  if (at < 0 || at > 1 || !/^[\w-]{5,40}$/.test(id)) return undefined;
  const type = path[at]?.startsWith("reel") ? "reel" : path[at];
  const url = `https://www.instagram.com/${type}/${id}/`;
  return { url, frame: `${url}embed/`, shape: "post" };
};

const EMBED_HOSTS: Readonly<Record<string, [EmbedService, EmbedReader]>> = {
  "youtube.com": ["youtube", readYoutube],
  "music.youtube.com": ["youtube", readYoutube],
  "youtube-nocookie.com": ["youtube", readYoutube],
  "youtu.be": ["youtube", readYoutube],
  "vimeo.com": ["vimeo", readVimeo],
  "player.vimeo.com": ["vimeo", readVimeo],
  "open.spotify.com": ["spotify", readSpotify],
  "soundcloud.com": ["soundcloud", readSoundcloud],
  "tiktok.com": ["tiktok", readTiktok],
  "instagram.com": ["instagram", readInstagram],
};

/**
 * Returns the player for a URL of a known service. Only ids in their strict form make it into an address of
 * ours; everything else in the URL is dropped.
 */
export function parseEmbed(address: unknown): Embed | undefined {
  const url = parseAddress(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.port !== "" || url.username !== "") return undefined;
  const [service, read] = EMBED_HOSTS[url.hostname.replace(/^(?:www|m)\./, "")] ?? [];
  const found = read?.(url.pathname.split("/").filter(Boolean), url);
  return service && found && { service, ...found };
}

function parseAddress(address: unknown): URL | undefined {
  try {
    return typeof address === "string" ? new URL(address) : undefined;
  } catch {
    return undefined;
  }
}

interface SupportService {
  label: string;
  host: RegExp;
  /** Returns the address at which an amount is already filled in. Absent if the service has none. */
  withAmount?: (url: URL, amount: number, currency: Currency) => string;
}

const SUPPORT_SERVICES: readonly SupportService[] = [
  {
    label: "Ko-fi",
    host: /^ko-fi\.com$/,
    withAmount: ({ origin, pathname }, amount) => `${origin}/${pathname.split("/")[1] ?? ""}/${amount}`,
  },
  { label: "Buy Me a Coffee", host: /^(?:buymeacoffee\.com|coff\.ee|bmc\.link)$/ },
  {
    label: "PayPal",
    host: /^paypal\.me$/,
    withAmount: ({ origin, pathname }, amount, currency) =>
      `${origin}/${pathname.split("/")[1] ?? ""}/${amount}${currency}`,
  },
  {
    label: "PayPal",
    host: /^paypal\.com$/,
    withAmount: (url, amount, currency) => {
      const [, kind, name] = url.pathname.split("/");
      return kind === "paypalme" && name ? `${url.origin}/paypalme/${name}/${amount}${currency}` : url.href;
    },
  },
  {
    label: "Stripe",
    host: /^(?:buy|donate)\.stripe\.com$/,
    withAmount: (url, amount, currency) => {
      const filled = new URL(url);
      // Stripe counts in the currency's smallest unit, and a yen has none.
      filled.searchParams.set(
        "__prefilled_amount",
        String(Math.round(amount * (currency === "JPY" ? 1 : 100))),
      );
      return filled.href;
    },
  },
];

/** Returns the service that a tip link leads to. Undefined for any other URL, or for its front page. */
export function supportServiceOf(address: unknown): { label: string; hasAmounts: boolean } | undefined {
  const service = findSupport(address);
  return service && { label: service.label, hasAmounts: service.withAmount !== undefined };
}

/** Returns a tip link with an amount filled in, if its service takes one. */
export function supportUrl(address: string, amount: number, currency: Currency): string {
  const url = parseAddress(address);
  return (url && findSupport(address)?.withAmount?.(url, amount, currency)) ?? address;
}

function findSupport(address: unknown): SupportService | undefined {
  const url = parseAddress(address);
  if (url?.protocol !== "https:" || url.port !== "" || url.pathname.length < 2) return undefined;
  const host = url.hostname.replace(/^www\./, "");
  return SUPPORT_SERVICES.find((service) => service.host.test(host));
}

/** Returns the address of a place on a map that every phone and computer opens. */
export function mapUrl(address: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Returns the time left in words, “in 3 days”, rounded down so that nobody comes too late. */
export function timeLeft(leftMs: number): string {
  if (leftMs < HOUR_MS) return "in less than an hour";
  const [unit, name] = leftMs < 2 * DAY_MS ? [HOUR_MS, "hour"] : [DAY_MS, "day"];
  const count = Math.floor(leftMs / unit);
  return `in ${count} ${name}${count === 1 ? "" : "s"}`;
}

/** Returns the time (ms since 1970) when those words change. Undefined once it has ended. */
export function timeLeftChangesAt(endsAt: number, now: number): number | undefined {
  const left = endsAt - now;
  if (!(left > 0)) return undefined;
  if (left < HOUR_MS) return endsAt;
  const unit = left < 2 * DAY_MS ? HOUR_MS : DAY_MS;
  // The words still hold at the full hour or day itself.
  return endsAt - Math.floor(left / unit) * unit + 1;
}
