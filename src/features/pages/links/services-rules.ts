/* What links to well-known services are called, and their icons, by the host alone. */

interface Service {
  /** Without `www.`; subdomains count, too. */
  hosts: readonly string[];
  label: string;
  /** The name of a drawing. Null if there's none that the page would show. */
  icon: string | null;
  /** What people call it besides its label, in lowercase. */
  names?: readonly string[];
  /** The URL of somebody's profile: `NAME` is their name there. */
  profile?: string;
}

/** The first match counts, so hosts inside others' come first. */
const SERVICES: readonly Service[] = [
  service("YouTube Music", ["music.youtube.com"], { icon: "music" }),
  service("YouTube", ["youtube.com", "youtu.be"], {
    icon: "youtube",
    known: ["https://youtube.com/@NAME", "yt"],
  }),
  service("Instagram", ["instagram.com", "instagr.am"], {
    icon: "instagram-logo",
    known: ["https://instagram.com/NAME", "insta", "ig"],
  }),
  service("Threads", ["threads.net", "threads.com"], {
    icon: null,
    known: ["https://www.threads.com/@NAME"],
  }),
  service("TikTok", ["tiktok.com"], { icon: "tiktok", known: ["https://tiktok.com/@NAME"] }),
  service("X", ["x.com", "twitter.com"], { icon: "x", known: ["https://x.com/NAME", "twitter"] }),
  service("Facebook", ["facebook.com", "fb.com", "fb.me"], {
    icon: "facebook",
    known: ["https://facebook.com/NAME", "fb"],
  }),
  service("Messenger", ["m.me"], { icon: "facebook" }),
  service("LinkedIn", ["linkedin.com", "lnkd.in"], {
    icon: "linkedin",
    known: ["https://linkedin.com/in/NAME"],
  }),
  service("Snapchat", ["snapchat.com"], {
    icon: "snapchat",
    known: ["https://snapchat.com/add/NAME", "snap"],
  }),
  service("Pinterest", ["pinterest.com", "pin.it"], {
    icon: "pinterest",
    known: ["https://pinterest.com/NAME"],
  }),
  service("WhatsApp", ["wa.me", "whatsapp.com"], { icon: "whatsapp" }),
  service("Telegram", ["t.me", "telegram.me"], { icon: "telegram", known: ["https://t.me/NAME"] }),
  service("Discord", ["discord.gg", "discord.com"], { icon: "discord" }),
  service("Spotify", ["spotify.com", "spotify.link"], { icon: "spotify" }),
  service("Twitch", ["twitch.tv"], { icon: "twitch", known: ["https://twitch.tv/NAME"] }),
  service("Bluesky", ["bsky.app"], { icon: "globe", known: ["https://bsky.app/profile/NAME", "bsky"] }),
  service("GitHub", ["github.com"], { icon: "globe", known: ["https://github.com/NAME"] }),
  service("Reddit", ["reddit.com"], { icon: "globe", known: ["https://reddit.com/user/NAME"] }),
  service("Patreon", ["patreon.com"], { icon: "heart", known: ["https://patreon.com/NAME"] }),
  service("Ko-fi", ["ko-fi.com"], { icon: "heart", known: ["https://ko-fi.com/NAME", "kofi"] }),
  service("Buy Me a Coffee", ["buymeacoffee.com"], {
    icon: "heart",
    known: ["https://buymeacoffee.com/NAME"],
  }),
  service("PayPal", ["paypal.me", "paypal.com"], { icon: "heart", known: ["https://paypal.me/NAME"] }),
  service("Substack", ["substack.com"], { icon: "mail", known: ["https://substack.com/@NAME"] }),
  service("Medium", ["medium.com"], { icon: "book", known: ["https://medium.com/@NAME"] }),
  service("Apple Podcasts", ["podcasts.apple.com"], { icon: "podcast" }),
  service("Apple Music", ["music.apple.com"], { icon: "music" }),
  service("SoundCloud", ["soundcloud.com"], { icon: "music", known: ["https://soundcloud.com/NAME"] }),
  service("Bandcamp", ["bandcamp.com"], { icon: "music" }),
  service("Deezer", ["deezer.com"], { icon: "music" }),
  service("Tidal", ["tidal.com"], { icon: "music" }),
  service("Vimeo", ["vimeo.com"], { icon: "video", known: ["https://vimeo.com/NAME"] }),
  service("Etsy", ["etsy.com"], { icon: "shop" }),
  service("eBay", ["ebay.com"], { icon: "shop" }),
  service("Amazon", ["amazon.com", "amazon.de", "amazon.co.uk", "amzn.to"], { icon: "shop" }),
  service("Gumroad", ["gumroad.com"], { icon: "shop" }),
  service("Depop", ["depop.com"], { icon: "shop", known: ["https://depop.com/NAME"] }),
  service("Goodreads", ["goodreads.com"], { icon: "book" }),
  service("Eventbrite", ["eventbrite.com"], { icon: "ticket" }),
  service("Ticketmaster", ["ticketmaster.com"], { icon: "ticket" }),
  service("Bandsintown", ["bandsintown.com"], { icon: "ticket" }),
  service("Calendly", ["calendly.com"], { icon: "calendar", known: ["https://calendly.com/NAME"] }),
  service("Google Maps", ["maps.google.com", "maps.app.goo.gl"], { icon: "map" }),
];

function service(
  label: string,
  hosts: readonly string[],
  { icon, known: [profile, ...names] = [] }: { icon: string | null; known?: readonly string[] },
): Service {
  return { label, hosts, icon, names, ...(profile !== undefined && { profile }) };
}

/** Returns the service that a web address belongs to. */
export function serviceOf(url: string): Service | undefined {
  const host = URL.canParse(url) ? new URL(url).hostname.toLowerCase().replace(/^www\./, "") : "";
  return SERVICES.find(({ hosts }) => hosts.some((own) => host === own || host.endsWith(`.${own}`)));
}

/** Returns the service that people call by this name. */
export function serviceNamed(word: string): Service | undefined {
  const name = word.toLowerCase();
  return SERVICES.find(({ label, names }) => label.toLowerCase() === name || names?.includes(name) === true);
}

/** True for the address of a service as a whole, or of somebody's profile there, whose own titles say less. */
export function isProfileUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { pathname, search } = new URL(url);
  const [first = "", second, third] = pathname.split("/").filter(Boolean);
  if (search !== "" || third !== undefined) return false;
  return second === undefined
    ? !/^(?:watch|playlist|p)$/.test(first)
    : /^(?:in|company|add|user|profile|channel|c|artist|u)$/.test(first);
}
