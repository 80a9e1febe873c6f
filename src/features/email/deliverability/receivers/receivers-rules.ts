import type { PauseReason } from "#src/features/email/sending-accounts/rules.ts";
import { COMPLAINTS_ALARM, JUDGED_MESSAGES_MIN } from "../reputation/reputation-rules.ts";
import { DEFERRALS_ALARM } from "../score/score-rules.ts";

/** The rule looks at so many hours, and after somebody has resumed a receiver it leaves it alone for as long. */
export const RULE_HOURS = 24;
/** A single report is no trend. */
const COMPLAINTS_MIN = 3;

export interface ReceiverFigures {
  /** Messages that were tried. */
  attempted: number;
  /** Those of them that the receiver put off, and that still wait. */
  deferred: number;
  complained: number;
}

/** Why e-mail to a receiver should wait, or undefined if it needn't. */
export function pauseReason({ attempted, deferred, complained }: ReceiverFigures): PauseReason | undefined {
  if (attempted < JUDGED_MESSAGES_MIN) return undefined;
  if (complained >= COMPLAINTS_MIN && complained / attempted >= COMPLAINTS_ALARM) return "complaints";
  return deferred / attempted >= DEFERRALS_ALARM ? "deferrals" : undefined;
}

const NAMES: Readonly<Record<string, string>> = {
  aol: "Yahoo and AOL",
  gmail: "Gmail",
  gmx: "GMX and web.de",
  icloud: "iCloud",
  microsoft: "Outlook and Hotmail",
  orange: "Orange",
  "t-online": "Telekom",
};

/** What people call a receiver. */
export function receiverLabel(receiver: unknown): string {
  return typeof receiver === "string" ? (NAMES[receiver] ?? receiver) : "a receiver";
}
