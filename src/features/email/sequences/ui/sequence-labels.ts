import type { Enrollment, SequenceSummary } from "#src/features/email/sequences/contract.ts";
import { EXIT_REASONS, HOLD_REASONS } from "#src/features/email/sequences/rules.ts";
import { plural } from "#src/kit/plural.ts";

export const SEQUENCE_LABELS = {
  draft: { color: "gray", label: "Draft" },
  active: { color: "teal", label: "Running" },
  paused: { color: "orange", label: "Paused" },
  stopped: { color: "gray", label: "Stopped" },
} as const satisfies Record<SequenceSummary["state"], { color: string; label: string }>;

export const ENROLLMENT_LABELS = {
  active: { color: "blue", label: "Inside" },
  waiting: { color: "blue", label: "Waiting" },
  completed: { color: "teal", label: "Finished" },
  exited: { color: "gray", label: "Left" },
  failed: { color: "red", label: "Failed" },
} as const satisfies Record<Enrollment["state"], { color: string; label: string }>;

const REASONS: Readonly<Record<string, string>> = { ...EXIT_REASONS, ...HOLD_REASONS };

/** Why someone left or is held back, in words. What has none is the server's own sentence. */
export const reasonWords = (reason: string): string => REASONS[reason] ?? reason;

export const insideWords = (count: number): string => plural(count, "person inside", "people inside");

/** Says what kind of file it is. */
export const SEQUENCE_FILE = "fanfare-sequence";
