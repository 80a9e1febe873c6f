import {
  siDiscord,
  siFacebook,
  siInstagram,
  siPinterest,
  siSnapchat,
  siSpotify,
  siTelegram,
  siTiktok,
  siTwitch,
  siWhatsapp,
  siX,
  siYoutube,
} from "simple-icons";

/** A drawing on a 24 by 24 grid: a brand's filled mark, or a line icon if it has no color. */
export interface Glyph {
  label: string;
  path: string;
  /** The brand's own color, `#rrggbb`. */
  color?: string;
}

function mark(label: string, icon: { path: string; hex: string }): Glyph {
  return { label, path: icon.path, color: `#${icon.hex}` };
}

const LINKEDIN = {
  hex: "0A66C2",
  path: "M3.5 9h4v11.5h-4zM5.5 3a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4zM10 9h3.8v1.6c.6-1.1 1.9-1.9 3.6-1.9 3.3 0 4.4 2.1 4.4 5.3v6.5h-4v-6c0-1.5-.4-2.5-1.8-2.5s-2 1-2 2.5v6h-4z",
};

/** Marks of the platforms in spec §9, and of a few more that links need. */
const BRANDS: Readonly<Record<string, Glyph>> = {
  facebook: mark("Facebook", siFacebook),
  instagram: mark("Instagram", siInstagram),
  // For links, whose icon `instagram` means that nobody picked one.
  "instagram-logo": mark("Instagram", siInstagram),
  twitter: mark("Twitter", siX),
  x: mark("X", siX),
  linkedin: mark("LinkedIn", LINKEDIN),
  youtube: mark("YouTube", siYoutube),
  tiktok: mark("TikTok", siTiktok),
  snapchat: mark("Snapchat", siSnapchat),
  pinterest: mark("Pinterest", siPinterest),
  whatsapp: mark("WhatsApp", siWhatsapp),
  telegram: mark("Telegram", siTelegram),
  discord: mark("Discord", siDiscord),
  spotify: mark("Spotify", siSpotify),
  twitch: mark("Twitch", siTwitch),
};

const GLOBE: Glyph = {
  label: "Website",
  path: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c2.6 2.4 3.9 5.4 3.9 9s-1.3 6.6-3.9 9c-2.6-2.4-3.9-5.4-3.9-9S9.4 5.4 12 3z",
};

const GENERIC: Readonly<Record<string, Glyph>> = {
  globe: GLOBE,
  website: GLOBE,
  mail: { label: "Mail", path: "M4 6h16v12H4zM4.5 6.5 12 13l7.5-6.5" },
  phone: {
    label: "Phone",
    path: "M6 4h3l1.5 4.5-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2L20 15v3a2 2 0 0 1-2.2 2A15 15 0 0 1 4 6.2 2 2 0 0 1 6 4z",
  },
  shop: { label: "Shop", path: "M6 8h12l1 12H5zM9 8V7a3 3 0 0 1 6 0v1" },
  music: {
    label: "Music",
    path: "M9 17V5l10-2v12M9 17a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM19 15a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z",
  },
  podcast: {
    label: "Podcast",
    path: "M12 4a3 3 0 0 0-3 3v4a3 3 0 0 0 6 0V7a3 3 0 0 0-3-3zM6 11a6 6 0 0 0 12 0M12 17v3",
  },
  video: { label: "Video", path: "M4 6h11v12H4zM15 11l5-3v8l-5-3" },
  camera: { label: "Photos", path: "M4 8h4l1.5-2.5h5L16 8h4v11H4zM12 10a3 3 0 1 0 0 6 3 3 0 0 0 0-6z" },
  book: {
    label: "Book",
    path: "M12 7c-2-1.5-4.5-2-8-2v13c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V5c-3.5 0-6 .5-8 2zM12 7v13",
  },
  calendar: { label: "Calendar", path: "M4 6h16v14H4zM4 10h16M8 3.5V7M16 3.5V7" },
  ticket: {
    label: "Tickets",
    path: "M4 7h16v3a2 2 0 0 0 0 4v3H4v-3a2 2 0 0 0 0-4zM14 8v1M14 11.5v1M14 15v1",
  },
  heart: {
    label: "Support",
    path: "M12 20s-8-4.8-8-10.5A4.3 4.3 0 0 1 12 7.5a4.3 4.3 0 0 1 8 2C20 15.2 12 20 12 20z",
  },
  star: { label: "Favorite", path: "m12 4 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z" },
  gift: {
    label: "Gift",
    path: "M4 9h16v4H4zM5.5 13v7h13v-7M12 9v11M12 9C8 9 7 4.5 9.5 4.5 11.5 4.5 12 7 12 9zM12 9c4 0 5-4.5 2.5-4.5C12.5 4.5 12 7 12 9z",
  },
  map: {
    label: "Place",
    path: "M12 21s-7-6-7-11a7 7 0 0 1 14 0c0 5-7 11-7 11zM12 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  },
  download: { label: "Download", path: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14" },
};

/** Names that a link's `icon` may have instead of an emoji or a picture; the editor offers the same ones. */
export const ICON_NAMES: readonly string[] = [...Object.keys(GENERIC), ...Object.keys(BRANDS)].filter(
  (name) => name !== "instagram",
);

/** Returns the drawing for a platform or icon name; a globe for names without one (spec §9). */
export function glyphOf(name: string): Glyph {
  const key = name.trim().toLowerCase();
  if (Object.hasOwn(BRANDS, key)) return BRANDS[key] ?? GLOBE;
  if (Object.hasOwn(GENERIC, key)) return GENERIC[key] ?? GLOBE;
  return GLOBE;
}

/** True if the platform has its own drawing. */
export function isKnownPlatform(name: string): boolean {
  return Object.hasOwn(BRANDS, name.trim().toLowerCase());
}

export type LinkIcon = { picture: string } | { emoji: string } | { glyph: Glyph };

/** Returns the path of a picture on this host, else null: a page requests nothing from other hosts. */
export function pictureUrl(url: string | null): string | null {
  const path = url?.trim() ?? "";
  return /^\/[^/\s\\]/.test(path) ? path : null;
}

/** Parses a link's `icon` column: a picture's URL, an emoji, or a name. */
export function parseIcon(icon: string): LinkIcon {
  const text = icon.trim();
  const picture = pictureUrl(text);
  if (picture) return { picture };
  const isEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(text);
  return isEmoji && text.length <= 32 ? { emoji: text } : { glyph: glyphOf(text) };
}
