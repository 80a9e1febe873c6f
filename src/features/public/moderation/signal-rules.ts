/* The dashboard shows these texts. */

/** What the instance notices by itself (`admin/signals`), in the order of the screen. */
export const SIGNAL_KINDS = [
  "bad_host",
  "redirect",
  "lookalike",
  "growth",
  "shared_link",
  "spam_words",
  "reports_per_view",
] as const;
export type SignalKind = (typeof SIGNAL_KINDS)[number];

export const SIGNAL_LABELS: Readonly<Record<SignalKind, string>> = {
  bad_host: "Bad hosts",
  redirect: "Redirects to bad hosts",
  lookalike: "Look-alikes of brands",
  growth: "Sudden growth",
  shared_link: "Many accounts with one link",
  spam_words: "Spam words",
  reports_per_view: "Many reports per view",
};
