/* The dashboard shows these texts. */

export const REASON_CHARS_MAX = 500;
export const PERIODS = [1, 7, 30] as const;
export type PeriodDays = (typeof PERIODS)[number];
export const ROWS_MAX = 100;
/** The start of a raw e-mail. A bounce says why at its beginning, before the message that it returns. */
export const SOURCE_CHARS_MAX = 60_000;

export const ACCOUNT_SORTS = ["sent", "bounced", "complained", "waiting"] as const;
export type AccountSort = (typeof ACCOUNT_SORTS)[number];

/** Shares of what was sent from which receivers begin to distrust a sender. */
export const BOUNCE_RATE_HIGH = 0.05;
export const COMPLAINT_RATE_HIGH = 0.001;

/** What an e-mail that came back is about, in words. */
export const VERDICTS = {
  bounced_hard: "The address doesn’t exist, or never takes e-mail",
  bounced_soft: "The address took no e-mail this time",
  policy: "The receiver refused the sender, not the address",
  complained: "The recipient reported it as spam",
  delivered: "It arrived",
  unsubscribe: "The recipient wants no more e-mail",
  reply: "A person’s answer",
  automatic: "An automatic answer, which changes nothing",
} as const;
export type Verdict = keyof typeof VERDICTS;

/** Of `part` in `whole`, 0 to 1; 0 of nothing. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
