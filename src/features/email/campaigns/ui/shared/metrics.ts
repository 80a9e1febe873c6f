import type { Metrics, Times } from "#src/features/email/delivery/metrics-contract.ts";
import { formatCount } from "#src/features/insights/analytics/ui/shared/numbers.ts";
import { LOCALE } from "#src/kit/locale.ts";

/** Figures, with the ones that only some places have. */
export type MetricFigures = Metrics & Partial<Times> & { late_recipients?: number };

export interface Metric<T = MetricFigures> {
  key: string;
  title: string;
  /** For columns of tables. */
  short: string;
  definition: string;
  value: (figures: T) => string;
  detail: (figures: T) => string;
}

const RATE = new Intl.NumberFormat(LOCALE, { style: "percent", maximumFractionDigits: 2 });
/** A dash if the divisor is 0. */
export const formatPercent = (ratio: number | null) => (ratio === null ? "–" : RATE.format(ratio));
export const formatPart = (part: number, whole: number) => `${formatCount(part)} of ${formatCount(whole)}`;
/** With only totals, the number of people is unknown. */
const timesWords = (times = 0) => (times > 0 ? `${formatCount(times)} times` : "–");
const moreWords = (times = 0) => (times > 0 ? `${formatCount(times)} more by machines` : "");
const byMachines = (count: number) => (count > 0 ? `, ${formatCount(count)} more by machines only` : "");

/** The metrics of e-mail in words. A metric reads the same wherever it's shown (email.md 5.11). */
export const METRICS: readonly Metric[] = [
  {
    key: "recipients",
    title: "Recipients",
    short: "Recipients",
    definition:
      "Everyone on the lists that were frozen at the start. Whoever joined later isn’t counted here, and receiving domains have no lists.",
    value: ({ recipients }) => (recipients === null ? "–" : formatCount(recipients)),
    detail: ({ late_recipients = 0 }) =>
      late_recipients > 0 ? `${formatCount(late_recipients)} more joined later` : "",
  },
  {
    key: "sent",
    title: "Sent",
    short: "Sent",
    definition: "E-mails that the receiving side or your provider accepted. Refused ones were never sent.",
    value: ({ sent }) => formatCount(sent),
    detail: ({ refused }) => `${formatCount(refused)} refused`,
  },
  {
    key: "delivered",
    title: "Delivered",
    short: "Delivered",
    definition:
      "Sent, and not returned within 72 hours. What a person opened, clicked or answered did arrive.",
    value: ({ rates }) => formatPercent(rates.delivery),
    detail: ({ delivered, sent }) => formatPart(delivered, sent),
  },
  {
    key: "open",
    title: "Opened",
    short: "Opened",
    definition:
      "People whose inbox loaded the pictures, or who viewed the e-mail as a page, of what was delivered and tracked. Gmail and Yahoo load them when a person opens the e-mail, so that counts. Apart is what only machines loaded: within seconds of sending, or through a bot, a scanner, or Apple’s Mail Privacy Protection, which loads them whether or not anybody looks. Where only totals are kept, it’s how often.",
    value: ({ rates, opens }) => (rates.open === null ? timesWords(opens) : formatPercent(rates.open)),
    detail: ({ rates, opened, delivered_tracked, machine_opened, opens, machine_opens }) =>
      rates.open === null
        ? moreWords(machine_opens)
        : `${formatPart(opened, delivered_tracked)}${opens === undefined ? "" : `, ${formatCount(opens)} times`}${byMachines(machine_opened)}`,
  },
  {
    key: "click",
    title: "Clicked (CTR)",
    short: "CTR",
    definition:
      "People who clicked, of those delivered. A click is a machine’s if two of three hold: within 2 seconds of sending, three links within 2 seconds, or a bot’s or scanner’s name. All of an e-mail’s are, once somebody opened its hidden link, which only programs find. Where only totals are kept, it’s how often.",
    value: ({ rates, clicks }) => (rates.click === null ? timesWords(clicks) : formatPercent(rates.click)),
    detail: ({ rates, clicked, delivered, machine_clicked, clicks, machine_clicks }) =>
      rates.click === null
        ? moreWords(machine_clicks)
        : `${formatPart(clicked, delivered)}${clicks === undefined ? "" : `, ${formatCount(clicks)} times`}${byMachines(machine_clicked)}`,
  },
  {
    key: "click_to_open",
    title: "Clicked after opening (CTOR)",
    short: "CTOR",
    definition:
      "People who clicked, of the people who opened. Whoever clicked has opened it, too, even if their inbox loads no pictures.",
    value: ({ rates }) => formatPercent(rates.click_to_open),
    detail: ({ clicked, clicked_unopened, opened }) => formatPart(clicked, opened + clicked_unopened),
  },
  {
    key: "reply",
    title: "Replied",
    short: "Replied",
    definition: "E-mails that got a reply, of those delivered. Automatic replies don’t count.",
    value: ({ rates }) => formatPercent(rates.reply),
    detail: ({ replied, delivered }) => formatPart(replied, delivered),
  },
  {
    key: "bounce_hard",
    title: "Hard bounces",
    short: "Hard bounces",
    definition:
      "Dead addresses: refused at once or returned later because the address doesn’t exist, for instance. Of everything sent or refused.",
    value: ({ rates }) => formatPercent(rates.bounce_hard),
    detail: ({ bounced_hard, sent, refused }) => formatPart(bounced_hard, sent + refused),
  },
  {
    key: "bounce_soft",
    title: "Soft bounces",
    short: "Soft bounces",
    definition: "Returned for now, of those sent: a full inbox, for instance.",
    value: ({ rates }) => formatPercent(rates.bounce_soft),
    detail: ({ bounced_soft, sent }) => formatPart(bounced_soft, sent),
  },
  {
    key: "complaint",
    title: "Complaints",
    short: "Complaints",
    definition:
      "Reported as spam, of what was delivered to providers that tell senders. Gmail doesn’t, so its fans aren’t counted.",
    value: ({ rates }) => formatPercent(rates.complaint),
    detail: ({ complained, delivered_reporting }) => formatPart(complained, delivered_reporting),
  },
  {
    key: "unsubscribe",
    title: "Unsubscribed",
    short: "Unsubscribed",
    definition: "People who unsubscribed within 7 days of the e-mail, of those delivered.",
    value: ({ rates }) => formatPercent(rates.unsubscribe),
    detail: ({ unsubscribed, delivered }) => formatPart(unsubscribed, delivered),
  },
];
