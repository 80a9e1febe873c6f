export type Scene = "escape" | "chart" | "looks" | "leads" | "split";

export interface Feature {
  title: string;
  text: string;
  /** On a 24 by 24 grid. */
  icon: string;
  /** Set for large tiles, which have a drawing. */
  scene?: Scene;
}

/**
 * Every feature that spec §1 advertises, in grid order: one large tile, then two or four small ones, and so
 * on.
 */
export const FEATURES: readonly Feature[] = [
  {
    title: "Out of TikTok’s browser",
    text: "When your page opens inside TikTok, it shows visitors the way to Safari or Chrome, where they’re signed in and ready to buy.",
    icon: "M9 4H5v16h14v-4M13 4h7v7M20 4l-9 9",
    scene: "escape",
  },
  {
    title: "Deeplinks",
    text: "Links to videos, songs and chats skip the social app and open in the app they belong to.",
    icon: "M10 14 20 4M14 4h6v6M8 6H4v14h14v-4",
  },
  {
    title: "Geo-targeting",
    text: "Decide who can open a link by country, region or city, and where everyone else goes.",
    icon: "M12 21s-7-6-7-11a7 7 0 0 1 14 0c0 5-7 11-7 11zM12 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  },
  {
    title: "Custom domains",
    text: "Your page on your own domain, with a certificate that renews itself.",
    icon: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c2.6 2.4 3.9 5.4 3.9 9s-1.3 6.6-3.9 9c-2.6-2.4-3.9-5.4-3.9-9S9.4 5.4 12 3z",
  },
  {
    title: "One-click import",
    text: "Move everything over from another instance, pictures included, or bring your fans as a CSV file.",
    icon: "M12 4v10M8 10.500l4 4 4-4M4 16v4h16v-4",
  },
  {
    title: "Analytics you can trust",
    text: "Clicks by device, country and city, as they happen. Bots are kept apart, and no IP address is ever stored.",
    icon: "M4 20V10M10 20V4M16 20v-7M21 20H3",
    scene: "chart",
  },
  {
    title: "Made to look like you",
    text: "Colors, button styles, a background picture. Text stays readable whatever you choose.",
    icon: "M12 3a9 9 0 1 0 0 18c1.5 0 2-1 1.5-2.2-.6-1.5.4-2.8 2-2.800H18a3 3 0 0 0 3-3c0-5.5-4-10-9-10z",
    scene: "looks",
  },
  {
    title: "Conversion boosters",
    text: "Active status, countdown timers, and a hello to your visitor’s own city.",
    icon: "M13 3 5 14h6l-1 7 8-11h-6z",
  },
  {
    title: "Customer rescue",
    text: "Visitors who back out get a second offer.",
    icon: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8.500a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM5.7 5.700l3.8 3.800M14.5 14.500l3.8 3.800M18.3 5.700l-3.8 3.800M9.5 14.500l-3.8 3.8",
  },
  {
    title: "QR codes",
    text: "For posters, tables and the back of a card.",
    icon: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 20h2",
  },
  {
    title: "Team and permissions",
    text: "Let others help, with exactly the access they need.",
    icon: "M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 20c0-3.5 3-5.5 6.5-5.500s6.5 2 6.5 5.500M16 5.500a3.5 3.5 0 0 1 0 6.500M18 15c2.2.8 3.5 2.5 3.5 5",
  },
  {
    title: "Fans who come back",
    text: "Collect e-mail addresses with proof of consent, see every fan in your CRM, and write to them when you have news.",
    icon: "M4 6h16v12H4zM4.5 6.5 12 13l7.5-6.5",
    scene: "leads",
  },
  {
    title: "A/B link testing",
    text: "Two destinations behind one link, split as you like. Every visitor sticks to theirs all day.",
    icon: "M6 20V4M6 12c6 0 4-7 12-7M6 12c6 0 4 7 12 7M15.5 2.5 18 5l-2.5 2.500M15.5 16.5 18 19l-2.5 2.5",
    scene: "split",
  },
  {
    title: "Folders",
    text: "Keep your e-mail templates organized.",
    icon: "M3 6h6l2 2.500h10V19H3z",
  },
  {
    title: "Retargeting pixels",
    text: "Facebook and Google, with consent wherever it’s required.",
    icon: "M12 4a8 8 0 1 0 8 8M12 8a4 4 0 1 0 4 4M12 12l7.5-7.500M16 4.500h3.500V8",
  },
];
