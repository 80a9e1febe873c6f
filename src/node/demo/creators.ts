import type * as z from "zod";
import type { updatePageSettingsSchema } from "#src/features/pages/profiles/page/settings.ts";
import type { ThemeColors } from "#src/features/pages/profiles/rules.ts";
import { type Audience, MUSIC_FANS, RUNNERS, SHOP_CUSTOMERS } from "./audience.ts";
import type { Drawing } from "./pictures.ts";

interface DemoLink {
  id: string;
  title: string;
  description: string;
  url: string;
  /** The name of one of the page's icons, or a picture of our own. */
  icon: string | { drawing: Drawing };
  /** The relative frequency of its clicks among the page's links. */
  weight: number;
}

/** Made-up people. Their URLs lead to searches, tags, and example.com, never to someone's account. */
export interface Creator {
  /** Always the same, so that an interrupted start can continue. */
  id: string;
  what: string;
  name: string;
  /** Derived from the name by §5. */
  username: string;
  bio: string;
  notes: string;
  picture: Drawing;
  theme: ThemeColors;
  /** The page's other settings. */
  settings: z.output<typeof updatePageSettingsSchema>;
  /** People who signed up in the page's form, by days ago. */
  leads: { name: string; email: string; daysAgo: number }[];
  socials: { platform: string; url: string }[];
  links: DemoLink[];
  audience: Audience;
}

function id(creator: number, link = 0): string {
  return `0d3a0000-0000-7000-8000-0000000${creator}000${link}`;
}

const MUSICIAN: Creator = {
  id: id(1),
  what: "a musician",
  name: "Ilse Maren",
  username: "ilsemaren",
  bio: "Dream pop from the edge of the fjord.\nThe new album “Tidelight” is out now.",
  notes: "Release plan: one video every second Friday.",
  picture: "musician",
  theme: {
    theme_color: "#17103d",
    text_color: "#f7f0ff",
    button_color: "#2f2470",
    button_text_color: "#fbf7ff",
  },
  settings: {
    promotion_text: "“Tidelight” on vinyl, 15% off for you",
    promotion_settings: {
      countdownDuration: "120",
      backgroundColor: "purple-blue",
      position: "top",
      deadline: "visitor",
    },
    tiktok_fallback_enabled: true,
    in_app_browsers: ["instagram"],
  },
  leads: [],
  socials: [
    { platform: "instagram", url: "https://www.instagram.com/explore/tags/dreampop/" },
    { platform: "tiktok", url: "https://www.tiktok.com/tag/dreampop" },
    { platform: "youtube", url: "https://www.youtube.com/results?search_query=dream+pop" },
    { platform: "spotify", url: "https://open.spotify.com/search/dream%20pop" },
  ],
  links: [
    {
      id: id(1, 1),
      title: "Listen to “Tidelight”",
      description: "The new album, eleven songs",
      url: "https://open.spotify.com/search/tidelight",
      icon: "spotify",
      weight: 34,
    },
    {
      id: id(1, 2),
      title: "Watch the video for “Northbound”",
      description: "Shot in one night on the ferry",
      url: "https://www.youtube.com/results?search_query=northbound+dream+pop",
      icon: "youtube",
      weight: 24,
    },
    {
      id: id(1, 3),
      title: "Tour dates and tickets",
      description: "Oslo, Berlin, London and 14 more",
      url: "https://example.com/ilse-maren/tour",
      icon: "ticket",
      weight: 22,
    },
    {
      id: id(1, 4),
      title: "Vinyl, shirts and the songbook",
      description: "",
      url: "https://example.com/ilse-maren/shop",
      icon: "shop",
      weight: 12,
    },
    {
      id: id(1, 5),
      title: "Letters from the studio",
      description: "Demos and stories, once a month",
      url: "https://example.com/ilse-maren/letters",
      icon: "mail",
      weight: 8,
    },
  ],
  audience: MUSIC_FANS,
};

const SHOP: Creator = {
  id: id(2),
  what: "a shop",
  name: "Clay & Fern",
  username: "clayfern",
  bio: "Hand-thrown ceramics for people with plants.\nSmall batches from our studio in Leipzig, every Friday at 18:00.",
  notes: "Photos of the next drop go online on Wednesdays.",
  picture: "shop",
  theme: {
    theme_color: "#f5ede0",
    text_color: "#33261d",
    button_color: "#fffdf9",
    button_text_color: "#3a2a1e",
  },
  settings: { show_response_time: true, response_time: "a day", show_location: true },
  leads: [],
  socials: [
    { platform: "instagram", url: "https://www.instagram.com/explore/tags/handmadeceramics/" },
    { platform: "pinterest", url: "https://www.pinterest.com/search/pins/?q=handmade%20ceramics" },
    { platform: "whatsapp", url: "https://www.whatsapp.com/" },
  ],
  links: [
    {
      id: id(2, 1),
      title: "Friday drop: speckled planters",
      description: "24 pieces, from € 38",
      url: "https://example.com/clay-and-fern/drop",
      icon: { drawing: "planter" },
      weight: 36,
    },
    {
      id: id(2, 2),
      title: "Mugs, bowls and plates",
      description: "Ships in two days",
      url: "https://example.com/clay-and-fern/tableware",
      icon: { drawing: "mug" },
      weight: 24,
    },
    {
      id: id(2, 3),
      title: "Throw your first bowl",
      description: "Saturday workshops for six people",
      url: "https://example.com/clay-and-fern/workshops",
      icon: { drawing: "bowl" },
      weight: 18,
    },
    {
      id: id(2, 4),
      title: "Gift cards",
      description: "",
      url: "https://example.com/clay-and-fern/gift-cards",
      icon: "gift",
      weight: 10,
    },
    {
      id: id(2, 5),
      title: "Find the studio",
      description: "Thursday to Saturday, 11:00 to 19:00",
      url: "https://www.openstreetmap.org/#map=14/51.3397/12.3731",
      icon: "map",
      weight: 12,
    },
  ],
  audience: SHOP_CUSTOMERS,
};

const COACH: Creator = {
  id: id(3),
  what: "a coach",
  name: "Run with Dario",
  username: "runwithdario",
  bio: "Running coach in Lisbon. I take you from the sofa to your first half marathon, without injuries.",
  notes: "Calls on Tuesdays and Thursdays only.",
  picture: "coach",
  theme: {
    theme_color: "#c9f04d",
    text_color: "#10220f",
    button_color: "#12301f",
    button_text_color: "#f4ffe3",
  },
  settings: {
    show_online_indicator: true,
    show_response_time: true,
    response_time: "a few hours",
    lead_capture_enabled: true,
    lead_capture_title: "Your first 5 km, free",
    lead_capture_description: "Eight weeks, three runs a week, one page to print.",
    button_text: "Send me the plan",
    screensaver_enabled: true,
    screensaver_link: "https://example.com/run-with-dario/first-5k.pdf",
    collect_phone_enabled: true,
  },
  leads: [
    { name: "Inês Duarte", email: "ines@example.com", daysAgo: 0 },
    { name: "Tomás Ferreira", email: "tomas@example.com", daysAgo: 1 },
    { name: "Anouk de Wit", email: "anouk@example.com", daysAgo: 3 },
    { name: "Jonas Berg", email: "jonas@example.com", daysAgo: 6 },
    { name: "Priya Nair", email: "priya@example.com", daysAgo: 11 },
    { name: "Matteo Russo", email: "matteo@example.com", daysAgo: 19 },
  ],
  socials: [
    { platform: "instagram", url: "https://www.instagram.com/explore/tags/couchto5k/" },
    { platform: "youtube", url: "https://www.youtube.com/results?search_query=running+form" },
    { platform: "linkedin", url: "https://www.linkedin.com/feed/hashtag/running/" },
    { platform: "spotify", url: "https://open.spotify.com/search/running" },
  ],
  links: [
    {
      id: id(3, 1),
      title: "Free 8-week plan: your first 5 km",
      description: "Three runs a week, as a PDF",
      url: "https://example.com/run-with-dario/first-5k",
      icon: "download",
      weight: 38,
    },
    {
      id: id(3, 2),
      title: "The one drill that fixed my knees",
      description: "Seven minutes on YouTube",
      url: "https://www.youtube.com/results?search_query=running+drills",
      icon: "youtube",
      weight: 22,
    },
    {
      id: id(3, 3),
      title: "Book a call with me",
      description: "20 minutes, free of charge",
      url: "https://example.com/run-with-dario/call",
      icon: "phone",
      weight: 16,
    },
    {
      id: id(3, 4),
      title: "Easy Miles, the podcast",
      description: "New every Monday",
      url: "https://open.spotify.com/search/running%20podcast",
      icon: "podcast",
      weight: 14,
    },
    {
      id: id(3, 5),
      title: "What runners say",
      description: "",
      url: "https://example.com/run-with-dario/stories",
      icon: "star",
      weight: 10,
    },
  ],
  audience: RUNNERS,
};

/** Newest first, as the dashboard shows them. */
export const CREATORS: readonly Creator[] = [MUSICIAN, SHOP, COACH];
