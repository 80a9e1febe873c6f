import { csvFile } from "#src/platform/http/streamed-file.ts";
import type { CampaignRow, EngagementRow, Growth, KindRow, MailAnalytics, Row, StepRow } from "./contract.ts";

const COUNTS = [
  ...(["recipients", "sent", "refused", "delivered", "delivered_reporting", "delivered_tracked"] as const),
  ...(["bounced_hard", "bounced_soft", "complained", "replied"] as const),
  ...([
    "unsubscribed",
    "opened",
    "machine_opened",
    "clicked",
    "clicked_unopened",
    "machine_clicked",
  ] as const),
];
const TIMES = ["opens", "machine_opens", "clicks", "machine_clicks"] as const;
const CONVERSIONS = ["conversions", "conversion_rate"] as const;
const RATES = [
  ...(["delivery", "open", "click", "click_to_open", "bounce_hard", "bounce_soft"] as const),
  ...(["complaint", "unsubscribe", "reply"] as const),
];

const WITH_TIMES: readonly string[] = ["kinds", "campaigns", "steps"];
type SendingRow = CampaignRow | KindRow | StepRow;

/** Exports kinds of e-mail, campaigns, steps, sending accounts, or domains with all of their figures. */
export function rowsFile(part: string, rows: readonly (Row | SendingRow)[]): File {
  const hasTimes = WITH_TIMES.includes(part);
  const times = hasTimes ? TIMES : [];
  const conversions = hasTimes ? CONVERSIONS : [];
  // A column for each currency, because adding up different currencies means nothing.
  const money = hasTimes ? currenciesOf(rows as readonly SendingRow[]) : [];
  const head = [
    ...["id", "name", ...COUNTS, ...times, ...RATES.map((name) => `${name}_rate`)],
    ...conversions,
    ...money.flatMap((currency) => [`orders_${currency}`, `revenue_${currency}`]),
  ];
  const lines = rows.map((row) => [
    ...[row.key, row.label],
    ...COUNTS.map((name) => row[name] ?? ""),
    ...times.map((name) => (row as SendingRow)[name]),
    ...RATES.map((name) => row.rates[name] ?? ""),
    ...conversions.map((name) => (row as SendingRow)[name] ?? ""),
    ...money.flatMap((currency) => {
      const sum = (row as SendingRow).revenue.find((one) => one.currency === currency);
      return [sum?.orders ?? 0, sum?.amount ?? 0];
    }),
  ]);
  return csvFile(`email-${part}.csv`, head, [lines]);
}

function currenciesOf(rows: readonly SendingRow[]): string[] {
  return [...new Set(rows.flatMap(({ revenue }) => revenue.map(({ currency }) => currency)))].sort();
}

export function engagementFile(part: string, rows: readonly EngagementRow[]): File {
  const lines = rows.map(({ key, label, opens, clicks }) => [key, label, opens, clicks]);
  return csvFile(`email-${part}.csv`, ["key", "name", "opens", "clicks"], [lines]);
}

/** Times are in UTC, because hours repeat when clocks go back. */
export function seriesFile({ series, step }: Pick<MailAnalytics, "series" | "step">): File {
  const lines = series.map(({ at, sent, opened, clicked }) => [at, sent, opened, clicked]);
  return csvFile("email-over-time.csv", [`${step}_start`, "sent", "opened", "clicked"], [lines]);
}

export function growthFile({ series, step }: Growth): File {
  const lines = series.map(({ at, joined, unsubscribed, bounced, complained }) => [
    ...[at, joined, unsubscribed, bounced, complained],
    joined - unsubscribed - bounced - complained,
  ]);
  const head = [`${step}_start`, "joined", "unsubscribed", "bounced", "complained", "growth"];
  return csvFile("email-list-growth.csv", head, [lines]);
}
