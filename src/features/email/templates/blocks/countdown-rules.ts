import { momentIn } from "#src/lib/time-zones.ts";
import type { Finding, Theme } from "../rules.ts";
import type { Block, TemplateParts } from "./blocks-contract.ts";

export interface Countdown {
  /** In minutes since 1970. */
  ends_minute: number;
  after: string;
  accent: string;
  accent_text: string;
  radius: number;
}

type CountdownBlock = Extract<Block, { type: "countdown" }>;
export const MINUTE_MS = 60_000;

export function countdownOf(
  block: CountdownBlock,
  { accent, accent_text, radius }: Pick<Theme, "accent" | "accent_text" | "radius">,
): Countdown {
  const ends_minute = momentIn(block.time_zone, block.ends).getTime() / MINUTE_MS;
  return { ends_minute, after: block.after.trim(), accent, accent_text, radius };
}

/** The text for readers without the picture: “Ends December 24, 2026 at 6:00 PM (Europe/Berlin)”. */
export function formatCountdownEnd({ ends, time_zone }: CountdownBlock): string {
  const clock = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  // Some versions put a narrow space before AM, which plain text shows as a box.
  const words = clock.format(new Date(`${ends}Z`)).replaceAll("\u202f", " ");
  return `Ends ${words} (${time_zone.replaceAll("_", " ")})`;
}

/** Returns the minutes left at a moment: at least one until it's over. */
export function minutesLeft({ ends_minute }: Countdown, now: Date): number {
  return Math.max(0, Math.ceil(ends_minute - now.getTime() / MINUTE_MS));
}

/** Returns problems with countdowns in an e-mail that goes out at a moment. */
export function countdownFindings(
  { mode, blocks }: Pick<TemplateParts, "mode" | "blocks">,
  at: Date,
): (Finding & { block: string })[] {
  if (mode !== "blocks") return [];
  return blocks.flatMap((block) => {
    if (block.type !== "countdown" || momentIn(block.time_zone, block.ends) > at) return [];
    const message = "The countdown is over before anyone gets this e-mail.";
    return { severity: "warning", where: "html", message, block: block.id };
  });
}
