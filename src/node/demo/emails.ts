import { CREATORS, type Creator } from "./creators.ts";

const [MUSICIAN, SHOP, COACH] = CREATORS as [Creator, Creator, Creator];

const HELLO = '<p>Hi {{ contact.first_name | default: "there" }},</p>';

interface DemoTemplate {
  id: string;
  name: string;
  folder: string;
  subject: string;
  preheader: string;
  heading: string;
  paragraphs: string[];
  button: { label: string; url: string };
  creator: Creator;
}

const id = (place: number) => `0d3a0000-0000-7000-8002-00000000000${place}`;

/** The first one of each creator was sent as a campaign. */
export const TEMPLATES: readonly DemoTemplate[] = [
  {
    id: id(1),
    name: "Album release",
    folder: "Ilse Maren",
    subject: "“Tidelight” is out today",
    preheader: "Eleven songs, two winters, one leaky boathouse.",
    heading: "It’s finally yours",
    paragraphs: [
      "“Tidelight” came out at midnight. I wrote most of it in a boathouse with a broken heater, so if you hear a kettle on track four, that’s why.",
      "Start with “Northbound” if you only have three minutes. And if you’re coming to one of the shows, hit reply and tell me which song you’d like to hear.",
    ],
    button: { label: "Listen to the album", url: "https://open.spotify.com/search/tidelight" },
    creator: MUSICIAN,
  },
  {
    id: id(2),
    name: "Friday drop",
    folder: "Clay & Fern",
    subject: "24 speckled planters, this Friday at 6 PM",
    preheader: "You’re on the list, so you see them first.",
    heading: "Friday’s drop: speckled planters",
    paragraphs: [
      "We unloaded the kiln this morning, and 24 planters made it. Each one is a little different, and each has a drainage hole and a saucer.",
      "They go on sale on Friday at 6 PM. The last drop was gone in half an hour, so set a reminder.",
    ],
    button: {
      label: "See the planters",
      url: "https://www.pinterest.com/search/pins/?q=speckled%20planter",
    },
    creator: SHOP,
  },
  {
    id: id(3),
    name: "First 5K: week one",
    folder: "Run with Dario",
    subject: "Week one: three runs, all of them slow",
    preheader: "If you can talk while you run, you’re doing it right.",
    heading: "Your first three runs",
    paragraphs: [
      "Run for one minute, walk for two, and repeat that eight times. Do it on three days this week, with a day off in between.",
      "It should feel too easy. That’s the point: your lungs get used to running in weeks, but your knees need months.",
    ],
    button: {
      label: "See how to warm up",
      url: "https://www.youtube.com/results?search_query=running+warm+up",
    },
    creator: COACH,
  },
  {
    id: id(4),
    name: "Workshop reminder",
    folder: "Clay & Fern",
    subject: "See you at the wheel on Saturday",
    preheader: "What to wear, where to park, and what happens to your bowl.",
    heading: "Your workshop is on Saturday",
    paragraphs: [
      "Wear something you don’t mind getting muddy, and trim your nails if you can. We have aprons, towels and coffee.",
      "Your bowl needs two firings, so it’ll be ready to pick up in about three weeks.",
    ],
    button: { label: "Find the studio", url: "https://www.openstreetmap.org/#map=14/51.3397/12.3731" },
    creator: SHOP,
  },
  {
    id: id(5),
    name: "Welcome, runners",
    folder: "Run with Dario",
    subject: "Your first 5K starts here",
    preheader: "One page to print, and one thing to do today.",
    heading: "Welcome aboard",
    paragraphs: [
      "Thanks for signing up. The plan is one page, so print it and put it on your fridge.",
      "One thing to do today: pick your three running days and put them in your calendar. People who do that are much more likely to finish.",
    ],
    button: {
      label: "Listen to Easy Miles",
      url: "https://open.spotify.com/search/running%20podcast",
    },
    creator: COACH,
  },
];

/** Returns a template's blocks as the editor would save them. */
export function blocksOf({ heading, paragraphs, button, creator }: DemoTemplate) {
  const left = { align: "left" as const };
  return [
    { id: "heading", type: "heading" as const, text: heading, level: 1 as const, ...left },
    {
      id: "text",
      type: "text" as const,
      html: HELLO + paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join(""),
      ...left,
    },
    { id: "button", type: "button" as const, ...button, ...left },
    { id: "divider", type: "divider" as const },
    { id: "links", type: "links" as const, profile_id: creator.id, most: 3 },
    { id: "social", type: "social" as const, profile_id: creator.id },
  ];
}

/** Three recent campaigns: the first templates, each to the fans of its creator. */
export const CAMPAIGNS = [
  { id: "0d3a0000-0000-7000-8003-000000000001", name: "“Tidelight” release", daysAgo: 24 },
  { id: "0d3a0000-0000-7000-8003-000000000002", name: "Friday drop: speckled planters", daysAgo: 10 },
  { id: "0d3a0000-0000-7000-8003-000000000003", name: "First 5K, week one", daysAgo: 3 },
].map((campaign, place) => ({
  ...campaign,
  template: TEMPLATES[place] as DemoTemplate,
}));

/** A test of the first campaign's subject. */
export const TEST = {
  id: "0d3a0000-0000-7000-8007-000000000001",
  campaign_id: "0d3a0000-0000-7000-8003-000000000001",
  subject: "Three years, one tide: hear it first",
};
