/** A state as it's stored, in words. */
export const STATE_WORDS: Readonly<Record<string, string>> = {
  pending: "Waiting",
  leased: "On its way",
  handed_over: "Handed over",
  delivered: "Arrived",
  bounced_soft: "Bounced for now",
  bounced_hard: "Bounced for good",
  complained: "Reported as spam",
  failed: "Failed",
  skipped: "Left out",
  uncertain: "Unknown outcome",
};
