import { formatCount } from "#src/features/analytics/ui/shared/numbers.ts";
import { ATTRIBUTION_DAYS } from "#src/features/orders/rules.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { amountWords } from "#src/kit/money.ts";
import { plural } from "#src/kit/plural.ts";
import type { Figures, Revenue, Times } from "../contract.ts";

type Shown = Figures & Partial<Times> & { revenue?: Revenue };

export interface Metric {
  key: string;
  title: string;
  /** For columns of tables. */
  short: string;
  definition: string;
  value: (figures: Shown) => string;
  /** What it was worked out from. */
  detail: (figures: Shown) => string;
}

const RATE = new Intl.NumberFormat(LOCALE, { style: "percent", maximumFractionDigits: 2 });
/** A dash where there's nothing to divide by. */
const rate = (ratio: number | null) => (ratio === null ? "–" : RATE.format(ratio));
const of = (part: number, whole: number) => `${formatCount(part)} of ${formatCount(whole)}`;
const byMachines = (count: number) => (count > 0 ? `, ${formatCount(count)} more by machines only` : "");

const METRICS: readonly Metric[] = [
  {
    ...{ key: "sent", title: "Sent", short: "Sent" },
    definition: "E-mails that the receiving side or your provider accepted. Refused ones were never sent.",
    value: ({ sent }) => formatCount(sent),
    detail: ({ refused }) => `${formatCount(refused)} refused`,
  },
  {
    ...{ key: "delivered", title: "Delivered", short: "Delivered" },
    definition: "Sent, and not returned within 72 hours.",
    value: ({ rates }) => rate(rates.delivery),
    detail: ({ delivered, sent }) => of(delivered, sent),
  },
  {
    ...{ key: "open", title: "Opened", short: "Opened" },
    definition:
      "People who loaded the pictures, of what was delivered and tracked. What only machines loaded, such as mail scanners and proxies, is apart.",
    value: ({ rates }) => rate(rates.open),
    detail: ({ opened, delivered_tracked, machine_opened, opens }) =>
      `${of(opened, delivered_tracked)}${opens === undefined ? "" : `, ${formatCount(opens)} times`}${byMachines(machine_opened)}`,
  },
  {
    ...{ key: "click", title: "Clicked (CTR)", short: "CTR" },
    definition:
      "People who clicked, of what was delivered and tracked. A click is a machine’s if two of three hold: within 2 seconds, three links at once, or a scanner’s name.",
    value: ({ rates }) => rate(rates.click),
    detail: ({ clicked, delivered_tracked, machine_clicked, clicks }) =>
      `${of(clicked, delivered_tracked)}${clicks === undefined ? "" : `, ${formatCount(clicks)} times`}${byMachines(machine_clicked)}`,
  },
  {
    ...{ key: "click_to_open", title: "Clicked after opening (CTOR)", short: "CTOR" },
    definition: "People who clicked, of the people who opened.",
    value: ({ rates }) => rate(rates.click_to_open),
    detail: ({ clicked, opened }) => of(clicked, opened),
  },
  {
    ...{ key: "reply", title: "Replied", short: "Replied" },
    definition: "E-mails that got a reply, of those delivered. Automatic replies don’t count.",
    value: ({ rates }) => rate(rates.reply),
    detail: ({ replied, delivered }) => of(replied, delivered),
  },
  {
    ...{ key: "bounce_hard", title: "Hard bounces", short: "Hard bounces" },
    definition: "Returned for good, of those sent: the address doesn’t exist, for instance.",
    value: ({ rates }) => rate(rates.bounce_hard),
    detail: ({ bounced_hard, sent }) => of(bounced_hard, sent),
  },
  {
    ...{ key: "bounce_soft", title: "Soft bounces", short: "Soft bounces" },
    definition: "Returned for now, of those sent: a full inbox, for instance.",
    value: ({ rates }) => rate(rates.bounce_soft),
    detail: ({ bounced_soft, sent }) => of(bounced_soft, sent),
  },
  {
    ...{ key: "complaint", title: "Complaints", short: "Complaints" },
    definition:
      "Reported as spam, of what was delivered to providers that tell senders. Gmail doesn’t, so its fans aren’t counted.",
    value: ({ rates }) => rate(rates.complaint),
    detail: ({ complained, delivered_reporting }) => of(complained, delivered_reporting),
  },
  {
    ...{ key: "unsubscribe", title: "Unsubscribed", short: "Unsubscribed" },
    definition: "People who unsubscribed within 7 days of the e-mail, of those delivered.",
    value: ({ rates }) => rate(rates.unsubscribe),
    detail: ({ unsubscribed, delivered }) => of(unsubscribed, delivered),
  },
];

const REVENUE: Metric = {
  ...{ key: "revenue", title: "Revenue", short: "Revenue" },
  definition: `What people ordered within ${ATTRIBUTION_DAYS} days of their last click in an e-mail, as your shop reported it.`,
  value: ({ revenue = [] }) =>
    revenue.map(({ amount, currency }) => amountWords(amount, currency)).join(" + ") || "–",
  detail: ({ revenue = [] }) =>
    plural(
      revenue.reduce((sum, { orders }) => sum + orders, 0),
      "order",
    ),
};

/** Revenue is only about what may have any, and comes after the clicks that led to it. */
export function metricsOf(rows: readonly { revenue?: Revenue }[]): readonly Metric[] {
  if (rows.every(({ revenue = [] }) => revenue.length === 0)) return METRICS;
  const after = METRICS.findIndex(({ key }) => key === "click_to_open") + 1;
  return METRICS.toSpliced(after, 0, REVENUE);
}
