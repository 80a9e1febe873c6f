/*
 * Analytics of an account's e-mail, by what sent it. It reads sums, never messages: the database maintains `mail_rollups` as
 * deliveries change, and `campaigns` counts opens. Rates are about the e-mail that was sent in a period,
 * series and hours about events in it.
 */

import { figuresOf, share } from "#src/features/email/delivery/metrics/metrics.ts";
import type { Counts, Times } from "#src/features/email/delivery/metrics-contract.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { type Period, resolvePeriod } from "#src/features/insights/analytics/period.ts";
import { GEO_UNKNOWN } from "#src/features/insights/clicks/rules.ts";
import { DAY_MS } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import type {
  CampaignRow,
  Conversion,
  EngagementRow,
  ExportPart,
  Growth,
  GrowthInput,
  KindRow,
  MailAnalytics,
  MailInput,
  Row,
  StepRow,
} from "./contract.ts";
import { engagementFile, growthFile, rowsFile, seriesFile } from "./csv.ts";
import type { KindScope } from "./kinds-store.ts";
import { EXPORT_ROWS_MAX, HOURLY_DAYS, type MailKind, ROWS_MAX } from "./rules.ts";
import {
  type CountRow,
  hasSent,
  listCounts,
  listEngagementBuckets,
  listGrowth,
  listHours,
  listRevenue,
  listTimes,
  type RevenueRow,
  type TimesRow,
} from "./store.ts";

/** Short periods default to hours. */
async function periodOf(ctx: Ctx, input: GrowthInput): Promise<Period> {
  const period = await resolvePeriod(ctx.db, input, ctx.now());
  const isShort = period.to - period.from < HOURLY_DAYS * DAY_MS;
  if (input.step !== undefined || period.step === "hour" || !isShort) return period;
  return resolvePeriod(ctx.db, { ...input, step: "hour" }, ctx.now());
}

export async function getMailAnalytics(
  ctx: Ctx,
  input: MailInput,
  rowsMax: number = ROWS_MAX,
): Promise<MailAnalytics> {
  requireWholeAccount(ctx);
  const period = await periodOf(ctx, input);
  const scope: KindScope = {
    account: ctx.account,
    period,
    kind: input.kind,
    mailboxId: input.mailbox_id,
    batchIds: input.campaign_id === undefined ? undefined : [input.campaign_id],
  };
  const [counts, transactional, times, revenue, happened, hours, has_history] = await Promise.all([
    listCounts(ctx.db, scope, rowsMax),
    scope.kind === undefined ? listCounts(ctx.db, { ...scope, kind: "transactional" }, 1) : [],
    listTimes(ctx.db, scope),
    listRevenue(ctx.db, scope),
    listEngagementBuckets(ctx.db, scope, period),
    listHours(ctx.db, scope, input.tz),
    hasSent(ctx.db, ctx.account),
  ]);
  const found = new Map(happened.map((row) => [row.bucket, row]));
  const of = (what: CountRow["of"]) => counts.filter((row) => row.of === what);
  const [all] = of("all");
  return {
    ...shown(period, input.tz),
    has_history,
    totals: { ...figuresOf(all), ...sumTimes(times), ...conversionOf(revenue, null, all) },
    series: period.starts.map((start, index) => {
      const { sent = 0, opened = 0, clicked = 0 } = found.get(index + 1) ?? {};
      return { at: new Date(start).toISOString(), sent, opened, clicked };
    }),
    hours,
    kinds: [...of("kind"), ...transactional.filter((row) => row.of === "kind")].map((row) => ({
      ...responsesTo(row, times, revenue),
      key: row.key as MailKind,
      label: KIND_LABELS[row.key as MailKind],
    })),
    steps: of("step").map((row) => toStep(row, responsesTo(row, times, revenue))),
    campaigns: campaignRows(of("campaign"), times, revenue),
    accounts: of("mailbox").map((row) => toRow(row, "Deleted account")),
    domains: of("host").map((row) => toRow(row, "Unknown")),
    devices: byDevice(times, rowsMax),
    countries: byCountry(times, rowsMax),
  };
}

const shown = ({ from, to, step }: Period, tz: string) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  tz,
  step,
});

const NO_TIMES: Times = { opens: 0, machine_opens: 0, clicks: 0, machine_clicks: 0 };

const toRow = (row: CountRow, fallback: string): Row => ({
  key: row.key ?? "",
  label: row.label || fallback,
  ...figuresOf(row),
});

const KIND_LABELS: Readonly<Record<MailKind, string>> = {
  campaigns: "Campaigns",
  sequences: "Sequences",
  rules: "Rules",
  transactional: "Transactional",
};

function toStep(
  { key, label, subject, mail_kind }: CountRow,
  responses: Omit<KindRow, "key" | "label">,
): StepRow {
  const [owner_id = "", step_id = ""] = (key ?? "").split("/");
  const name = [label, subject].filter(Boolean).join(": ");
  return {
    ...responses,
    key: key ?? "",
    label: name || "Step",
    kind: mail_kind as MailKind,
    owner_id,
    step_id,
  };
}

const timesOf = ({ opens, machine_opens, clicks, machine_clicks }: Times): Times => ({
  opens,
  machine_opens,
  clicks,
  machine_clicks,
});

function sumTimes(rows: readonly TimesRow[]): Times {
  const sum = { ...NO_TIMES };
  for (const row of rows)
    if (row.of === "campaign") for (const name of Object.keys(sum) as (keyof Times)[]) sum[name] += row[name];
  return sum;
}

function conversionOf(rows: readonly RevenueRow[], id: string | null, counts?: Counts): Conversion {
  const own = rows.filter(({ key }) => key === id);
  const { conversions = 0 } = own.find(({ currency }) => currency === null) ?? {};
  return {
    revenue: own.flatMap(({ currency, amount, orders }) =>
      currency === null ? [] : [{ currency, amount, orders }],
    ),
    conversions,
    conversion_rate: share(conversions, counts?.delivered ?? 0),
  };
}

/** The figures of a row, with how often it was opened and clicked, and what was bought. */
function responsesTo(row: CountRow, times: readonly TimesRow[], revenue: readonly RevenueRow[]) {
  const own = times.find(({ of, key }) => of === row.of && key === row.key);
  return { ...figuresOf(row), ...timesOf(own ?? NO_TIMES), ...conversionOf(revenue, row.key, row) };
}

function campaignRows(
  rows: readonly CountRow[],
  times: readonly TimesRow[],
  revenue: readonly RevenueRow[],
): CampaignRow[] {
  return rows.map((row) => ({
    ...toRow(row, "Campaign"),
    ...responsesTo(row, times, revenue),
    started_at: row.started_at === null ? null : new Date(row.started_at).toISOString(),
  }));
}

/** Compares campaigns over their whole lives, in the requested order. Those without e-mail are left out. */
export async function compareCampaigns(
  ctx: Ctx,
  { ids }: { ids: readonly string[] },
): Promise<{ items: CampaignRow[] }> {
  requireWholeAccount(ctx);
  const scope: KindScope = { account: ctx.account, batchIds: ids };
  const [counts, times, revenue] = await Promise.all([
    listCounts(ctx.db, scope, ids.length),
    listTimes(ctx.db, scope),
    listRevenue(ctx.db, scope),
  ]);
  const rows = campaignRows(
    counts.filter(({ of }) => of === "campaign"),
    times,
    revenue,
  );
  return { items: rows.toSorted((a, b) => ids.indexOf(a.key) - ids.indexOf(b.key)) };
}

export async function getGrowth(ctx: Ctx, input: GrowthInput): Promise<Growth> {
  requireWholeAccount(ctx);
  const period = await periodOf(ctx, input);
  const rows = await listGrowth(ctx.db, ctx.account, period);
  const found = new Map(rows.map(({ bucket, ...row }) => [bucket, row]));
  return {
    ...shown(period, input.tz),
    series: period.starts.map((start, index) => ({
      at: new Date(start).toISOString(),
      ...(found.get(index + 1) ?? { joined: 0, unsubscribed: 0, bounced: 0, complained: 0 }),
    })),
  };
}

export async function exportMailAnalytics(
  ctx: Ctx,
  { part, ...input }: MailInput & { part: ExportPart },
): Promise<File> {
  if (part === "growth") return growthFile(await getGrowth(ctx, input));
  const figures = await getMailAnalytics(ctx, input, EXPORT_ROWS_MAX);
  if (part === "series") return seriesFile(figures);
  if (part === "devices" || part === "countries") return engagementFile(part, figures[part]);
  return rowsFile(part, figures[part]);
}

const countryNames = new Intl.DisplayNames(["en"], { type: "region" });

function countryName(code: string): string {
  if (code === GEO_UNKNOWN || !/^[A-Z]{2}$/.test(code)) return "Unknown";
  return countryNames.of(code) ?? code;
}

const DEVICES: Readonly<Record<string, string>> = { mobile: "Phone", tablet: "Tablet", desktop: "Computer" };

const byCountry = (rows: readonly TimesRow[], most: number) =>
  listed(rows, { of: "country", nameOf: countryName, most });
const byDevice = (rows: readonly TimesRow[], most: number) =>
  listed(rows, { of: "device", nameOf: (key) => DEVICES[key] ?? "Unknown", most });

function listed(
  rows: readonly TimesRow[],
  { of, nameOf, most }: { of: TimesRow["of"]; nameOf: (key: string) => string; most: number },
): EngagementRow[] {
  return rows
    .filter((row) => row.of === of && row.opens + row.clicks > 0)
    .map(({ key, opens, clicks }) => ({ key, label: nameOf(key), opens, clicks }))
    .sort((a, b) => b.opens + b.clicks - a.opens - a.clicks || (a.key < b.key ? -1 : 1))
    .slice(0, most);
}
