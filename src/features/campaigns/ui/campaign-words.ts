import type { Campaign, CampaignDelivery, Figures } from "#src/features/campaigns/contract.ts";
import { LOCALE } from "#src/kit/locale.ts";

export const CAMPAIGN_WORDS = {
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

export const DELIVERY_WORDS = {
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
} as const satisfies Record<CampaignDelivery["state"], { color: string; label: string }>;

const NUMBER = new Intl.NumberFormat(LOCALE);
const PERCENT = new Intl.NumberFormat(LOCALE, { style: "percent", maximumFractionDigits: 1 });

export interface ShownFigure {
  label: string;
  value: string;
  /** What it counts, and of what. */
  hint: string;
}

const share = (part: number, whole: number) => (whole === 0 ? "" : ` · ${PERCENT.format(part / whole)}`);

/** A campaign's figures as people read them. */
export function shownFigures(figures: Figures, isTracked: boolean): ShownFigure[] {
  const { recipients, sent, delivered, failed, uncertain, unsubscribed, complained } = figures;
  const { opened, machine_opened, clicked, machine_clicked, bounced_hard, bounced_soft } = figures;
  const number = (value: number) => NUMBER.format(value);
  const bounced = bounced_hard + bounced_soft;
  const tracked = [
    {
      label: "Opened",
      value: number(opened) + share(opened, delivered),
      hint: `People whose inbox loaded a picture, or who clicked, of those it was delivered to. ${number(machine_opened)} more were opened by machines only.`,
    },
    {
      label: "Clicked",
      value: number(clicked) + share(clicked, delivered),
      hint: `People who opened a link, of those it was delivered to. ${number(machine_clicked)} more were clicked by machines only: at least two of too fast, too many links at once, and a scanner’s name.`,
    },
  ];
  return [
    {
      label: "Recipients",
      value: number(recipients),
      hint: "Everyone who was on the list when it started.",
    },
    {
      label: "Sent",
      value: number(sent) + share(sent, recipients),
      hint: "Accepted by the mail server, of all recipients.",
    },
    { label: "Delivered", value: number(delivered), hint: "Sent, and hasn’t come back." },
    ...(isTracked ? tracked : []),
    {
      label: "Bounced",
      value: number(bounced) + share(bounced, sent + failed),
      hint: `Refused at once or sent back, of all that was tried: ${number(bounced_hard)} for good, ${number(bounced_soft)} for now.`,
    },
    {
      label: "Unsubscribed",
      value: number(unsubscribed) + share(unsubscribed, delivered),
      hint: "People who left within 7 days with this e-mail’s link, of those it was delivered to.",
    },
    {
      label: "Complained",
      value: number(complained),
      hint: "People who reported it as spam, as far as their provider tells us.",
    },
    {
      label: "Failed",
      value: number(failed),
      hint: "Didn’t go out, and won’t unless you try again. The list below says why.",
    },
    {
      label: "Uncertain",
      value: number(uncertain),
      hint: "We lost the connection, or the process stopped, before the mail server answered. They may have it, so we won’t send it again on our own.",
    },
  ];
}

/** How long the rest takes at the pace of the last minute. */
export function timeLeft({ waiting, per_minute }: Figures): string {
  if (waiting === 0 || per_minute === 0) return "";
  const minutes = Math.ceil(waiting / per_minute);
  if (minutes < 60) return `about ${NUMBER.format(minutes)} min left`;
  return `about ${NUMBER.format(Math.ceil(minutes / 60))} h left`;
}
