/* The dashboard shows these texts. */
/*
 * What each figure of the analytics means, in words that people know: on the screen beside the figure, and in the API's
 * description.
 */

interface Metric {
  title: string;
  definition: string;
}

export const ANALYTICS_METRICS = {
  views: { title: "Views", definition: "How often your page was opened." },
  visitors: {
    title: "Unique visitors",
    definition: "Different people who opened your page. Someone who comes back the next day counts again.",
  },
  clicks: { title: "Clicks", definition: "How often a link on your page was opened." },
  click_rate: {
    title: "Click rate",
    definition: "Clicks per view. It’s above 100% when people open several links.",
  },
  trend: {
    title: "Over time",
    definition: "Each point is one step of the period in your time zone. The last one may still grow.",
  },
  map: {
    title: "World map",
    definition:
      "Where people were, as their IP address tells. The darker, the more views, or clicks if there are no views. Nobody’s IP address is kept.",
  },
  hours: {
    title: "Hours of the week",
    definition: "Views and clicks together by weekday and hour of your clock, over the whole period.",
  },
  link: {
    title: "Top links",
    definition:
      "Links by how often they were opened, by short links and QR codes, too. The number is their place on the page today.",
  },
  source: {
    title: "Sources",
    definition:
      "The site that people came from, or the app that they opened your page in. Direct means that their browser didn’t say.",
  },
  utm: {
    title: "UTM parameters",
    definition: "What was added to your page’s URL to tell where it was shared.",
  },
  place: {
    title: "Places",
    definition: "Where people were, as their IP address tells. Cities are often wrong by some miles.",
  },
  device: {
    title: "Devices",
    definition: "What their browser says about itself: kind of device, browser, and system.",
  },
  variants: {
    title: "A/B test",
    definition: "How often people opened each of the link’s destinations since the test began.",
  },
  bots: {
    title: "Bots and link previews",
    definition: "Programs that open pages: search engines, previews in chats, and checks of links.",
  },
  step_view: {
    title: "Visits",
    definition:
      "Visits in which your page was seen. A visit is one browser tab until it’s closed, for a day (UTC) at most.",
  },
  step_click: {
    title: "Visits with a click",
    definition: "Those of these visits in which a link was opened, too.",
  },
  step_lead: {
    title: "Sign-ups",
    definition:
      "People who signed up on this page in the period, each once. They needn’t have opened a link before.",
  },
  step_confirmed: {
    title: "Confirmed sign-ups",
    definition:
      "Those of them who have confirmed their sign-up by now. Where a page doesn’t ask for that, signing up is enough.",
  },
  step_order: {
    title: "Buyers",
    definition:
      "Those who signed up and have ordered since then, as your shop reported it. Refunded orders don’t count. A shop’s order says nothing about the page, so buyers who never signed up here are missing.",
  },
  first_click: {
    title: "Time to the first click",
    definition:
      "The time between the first view of a visit and the first link opened after it. Half of the visits were faster than the median, and nine in ten were faster than the second figure. Visits without a click aren’t in it.",
  },
  returning: {
    title: "Returning fans",
    definition:
      "People who had signed up on this page and came back in the period, on a later day than their first sign-up (UTC): by a link in one of your e-mails, or by signing up once more. Visitors without a sign-up can’t be recognized the next day, because nothing is stored in their browser. Filters don’t change this figure.",
  },
  vitals: {
    title: "Speed for visitors",
    definition:
      "Google’s Core Web Vitals, which visitors’ own browsers measure in one of four visits. Three in four of these were at least this good. Browsers leave out what they can’t measure. Filters don’t change this figure.",
  },
  vital_lcp: {
    title: "Shown after",
    definition:
      "How long it took until the largest text or picture was there (LCP). Up to 2.5 seconds is good.",
  },
  vital_inp: {
    title: "Responds within",
    definition:
      "How long the page took to respond to a tap or a key, at the longest of a visit (INP). Up to 200 milliseconds is good. Visits without a tap aren’t in it.",
  },
  vital_cls: {
    title: "Moves by itself",
    definition:
      "How much of what was already there moved while the page loaded (CLS). Up to 0.1 is good; 0 is a page that stays still.",
  },
  live: {
    title: "Right now",
    definition:
      "Visits with a view or a click in the last minutes, without bots. A visit is one browser tab. Nobody is shown one by one.",
  },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof ANALYTICS_METRICS;

/** What figures mean, for the API's description. */
export function defined(...names: readonly MetricName[]): string {
  return names
    .map((name) => `**${ANALYTICS_METRICS[name].title}**: ${ANALYTICS_METRICS[name].definition}`)
    .join("\n\n");
}
