import {
  IconBrandDiscord,
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandPinterest,
  IconBrandSnapchat,
  IconBrandSpotify,
  IconBrandTelegram,
  IconBrandTiktok,
  IconBrandTwitter,
  IconBrandWhatsapp,
  IconBrandX,
  IconBrandYoutube,
  IconWorld,
  type TablerIcon,
} from "@tabler/icons-react";

interface SocialChoice {
  label: string;
  Icon: TablerIcon;
  example: string;
}

const CHOICES: Readonly<Record<string, SocialChoice>> = {
  facebook: { label: "Facebook", Icon: IconBrandFacebook, example: "facebook.com/you" },
  instagram: { label: "Instagram", Icon: IconBrandInstagram, example: "instagram.com/you" },
  twitter: { label: "Twitter", Icon: IconBrandTwitter, example: "twitter.com/you" },
  x: { label: "X", Icon: IconBrandX, example: "x.com/you" },
  linkedin: { label: "LinkedIn", Icon: IconBrandLinkedin, example: "linkedin.com/in/you" },
  youtube: { label: "YouTube", Icon: IconBrandYoutube, example: "youtube.com/@you" },
  tiktok: { label: "TikTok", Icon: IconBrandTiktok, example: "tiktok.com/@you" },
  snapchat: { label: "Snapchat", Icon: IconBrandSnapchat, example: "snapchat.com/add/you" },
  pinterest: { label: "Pinterest", Icon: IconBrandPinterest, example: "pinterest.com/you" },
  whatsapp: { label: "WhatsApp", Icon: IconBrandWhatsapp, example: "wa.me/15551234567" },
  telegram: { label: "Telegram", Icon: IconBrandTelegram, example: "t.me/you" },
  discord: { label: "Discord", Icon: IconBrandDiscord, example: "discord.gg/invite" },
  spotify: { label: "Spotify", Icon: IconBrandSpotify, example: "open.spotify.com/artist/…" },
};

/** For every platform without its own mark. */
export const OTHER_PLATFORM = "website";
const OTHER: SocialChoice = { label: "Other website", Icon: IconWorld, example: "example.com" };

export function socialChoice(platform: string): SocialChoice {
  const known = Object.hasOwn(CHOICES, platform) ? CHOICES[platform] : undefined;
  if (known) return known;
  return platform === OTHER_PLATFORM ? OTHER : { ...OTHER, label: platform };
}

/** Returns the choices, including an imported platform that we don't know. */
export function socialOptions(current: string) {
  const names = [...Object.keys(CHOICES), OTHER_PLATFORM];
  const all = names.includes(current) ? names : [...names, current];
  return all.map((name) => ({ value: name, label: socialChoice(name).label }));
}
