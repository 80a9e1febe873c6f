/* The dashboard shows these texts. */
import type { SignalKind } from "#src/features/public/moderation/signal-rules.ts";

/** `shadow`: what a signal finds is recorded and counted, and nothing comes of it. `on`: it’s a case for staff. */
export const SIGNAL_MODES = ["off", "shadow", "on"] as const;
export type SignalMode = (typeof SIGNAL_MODES)[number];

export const MODE_LABELS: Readonly<Record<SignalMode, string>> = {
  off: "Off",
  shadow: "Only count",
  on: "Open cases",
};

interface Threshold {
  usual: number;
  min: number;
  max: number;
  label: string;
}

interface SignalRule {
  /** What makes it speak. */
  about: string;
  threshold?: Threshold;
  /** What its list holds, one a line. */
  entries?: { label: string; hint: string };
}

export const GROWTH_VIEWS_MIN = 1000;
export const GROWTH_DAYS = 14;
export const REPORTS_MIN = 3;
export const COUNTED_DAYS = 30;

/** One bad entry of a list must not bury the queue. */
export const CASES_A_DAY_MAX = 100;
export const HITS_SHOWN = 50;
/** Hits without a case are kept for so long. */
export const HIT_DAYS_KEPT = 90;
export const ENTRIES_MAX = 500;
export const ENTRY_CHARS_MAX = 200;

export const SIGNAL_RULES: Readonly<Record<SignalKind, SignalRule>> = {
  bad_host: { about: "A link leads to a host that’s on one of the lists below." },
  redirect: {
    about:
      "A link leads somewhere harmless at first, which passes visitors on to a host on one of the lists.",
  },
  lookalike: {
    about:
      "A link’s host, or a page’s name, looks like a brand that it doesn’t belong to, such as paypa1.com.",
    entries: {
      label: "Brands",
      hint: "One a line: the name, a colon, and the hosts that are the brand’s own.",
    },
  },
  growth: {
    about: `A page had at least ${GROWTH_VIEWS_MIN} views in a day, and many times as many as it usually has.`,
    threshold: { usual: 50, min: 2, max: 1000, label: "Times as many as usual" },
  },
  shared_link: {
    about: "Many accounts have a link to exactly the same URL. Hosts’ front pages don’t count.",
    threshold: { usual: 20, min: 3, max: 10_000, label: "Accounts with the link" },
  },
  spam_words: {
    about: "A page’s texts, or a campaign that’s about to go out, have several of these words and phrases.",
    threshold: { usual: 2, min: 1, max: 20, label: "Different words in it" },
    entries: {
      label: "Words and phrases",
      hint: "One a line. Upper case, accents and spaces make no difference.",
    },
  },
  reports_per_view: {
    about: `Compared with its views, many visitors reported a page in ${COUNTED_DAYS} days, and at least ${REPORTS_MIN}.`,
    threshold: { usual: 5, min: 1, max: 1000, label: "Reports per 1,000 views" },
  },
};
