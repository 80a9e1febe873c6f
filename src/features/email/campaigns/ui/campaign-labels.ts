import type { Campaign, Figures } from "#src/features/email/campaigns/contract.ts";
import type { RecipientStatus } from "#src/features/email/campaigns/recipients/deliveries-contract.ts";
import { formatUpcoming } from "#src/kit/format-date.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { currentZone } from "#src/kit/zone.ts";
import { METRICS } from "./shared/metrics.ts";

export const CAMPAIGN_LABELS = {
  draft: { color: "gray", label: "Draft" },
  scheduled: { color: "blue", label: "Scheduled" },
  missed: { color: "orange", label: "Missed" },
  preparing: { color: "blue", label: "Starting" },
  sending: { color: "blue", label: "Sending" },
  paused: { color: "orange", label: "Paused" },
  auto_paused: { color: "red", label: "Paused by us" },
  sent: { color: "teal", label: "Sent" },
  canceled: { color: "gray", label: "Canceled" },
  failed: { color: "red", label: "Couldn’t start" },
} as const satisfies Record<Campaign["state"], { color: string; label: string }>;

export const DELIVERY_LABELS = {
  pending: { color: "gray", label: "Waiting" },
  leased: { color: "blue", label: "On its way" },
  uncertain: { color: "orange", label: "Uncertain" },
  handed_over: { color: "teal", label: "Sent" },
  delivered: { color: "teal", label: "Delivered" },
  bounced_soft: { color: "orange", label: "Bounced for now" },
  bounced_hard: { color: "red", label: "Bounced" },
  complained: { color: "red", label: "Complained" },
  failed: { color: "red", label: "Failed" },
  skipped: { color: "gray", label: "Skipped" },
  replied: { color: "teal", label: "Replied" },
} as const satisfies Record<RecipientStatus, { color: string; label: string }>;

const NUMBER = new Intl.NumberFormat(LOCALE);

interface ShownFigure {
  label: string;
  value: string;
  detail: string;
  hint: string;
}

/** The parts that a campaign's own count leaves out. */
const LEFT_OUT: Readonly<Record<Campaign["tracking"], readonly string[]>> = {
  each: [],
  totals: ["click_to_open"],
  none: ["open", "click", "click_to_open"],
};

/** Converts a campaign's figures for people: those of analytics, and the unsent rest. */
export function toFigureCards({ figures, late_recipients, tracking }: Campaign): ShownFigure[] {
  const shown = { ...figures, ...figures.totals, late_recipients };
  const metrics = METRICS.filter(({ key }) => !LEFT_OUT[tracking].includes(key));
  return [
    ...metrics.map(({ title, definition, value, detail }) => ({
      label: title,
      hint: definition,
      value: value(shown),
      detail: detail(shown),
    })),
    {
      label: "Failed",
      value: NUMBER.format(figures.failed),
      detail: "",
      hint: "Didn’t go out, and won’t unless you try again, which leaves dead addresses as they are. The list below says why.",
    },
    {
      label: "Uncertain",
      value: NUMBER.format(figures.uncertain),
      detail: "",
      hint: "We lost the connection, or the process stopped, before the mail server answered. They may have it, so we won’t send it again on our own.",
    },
  ];
}

/**
 * Describes when the rest continues if something holds it, else how long it takes: by limits, or at the pace
 * of the last minute.
 */
export function timeLeft({ waiting, per_minute }: Figures, outlook: Campaign["outlook"]): string {
  if (waiting === 0) return "";
  if (outlook?.goes_on_at && Date.parse(outlook.goes_on_at) > Date.now() + NEXT_MS)
    return `goes on ${formatUpcoming(outlook.goes_on_at)} (${currentZone()}). ${outlook.why}`;
  if (outlook && outlook.days > 1) return `takes about ${NUMBER.format(outlook.days)} days because of limits`;
  if (per_minute === 0) return "";
  const minutes = Math.ceil(waiting / per_minute);
  if (minutes < 60) return `about ${NUMBER.format(minutes)} min left`;
  return `about ${NUMBER.format(Math.ceil(minutes / 60))} h left`;
}
/** A shorter pause is part of the pace. */
const NEXT_MS = 2 * 60_000;
