const HOSTS: Readonly<Record<string, string>> = {
  "facebook.com": "facebook",
  "fb.com": "facebook",
  "instagram.com": "instagram",
  "twitter.com": "x",
  "x.com": "x",
  "linkedin.com": "linkedin",
  "youtube.com": "youtube",
  "tiktok.com": "tiktok",
  "snapchat.com": "snapchat",
  "pinterest.com": "pinterest",
  "wa.me": "whatsapp",
  "whatsapp.com": "whatsapp",
  "t.me": "telegram",
  "discord.gg": "discord",
  "discord.com": "discord",
  "open.spotify.com": "spotify",
};

/** Returns the platform that a URL's host belongs to, as `social_platforms` names it. */
export function socialOf(url: string): string | undefined {
  const host = URL.parse(url)?.hostname.toLowerCase() ?? "";
  for (let name = host; name.includes("."); name = name.slice(name.indexOf(".") + 1))
    if (Object.hasOwn(HOSTS, name)) return HOSTS[name];
  return undefined;
}
