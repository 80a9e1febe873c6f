/* The numbers that the Digital Services Act wants published once a year (articles 15 and 24), as CSV. */
import { failure } from "#src/lib/errors.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { csvFile } from "#src/platform/http/streamed-file.ts";
import { REPORT_REASONS } from "../rules.ts";
import { SIGNAL_KINDS } from "../signal-rules.ts";
import { CASE_ERRORS } from "./case-contract.ts";
import { APPEAL_OUTCOMES, DECISIONS, GROUNDS } from "./case-rules.ts";
import {
  countCasesIn,
  countReportsIn,
  countSignalsIn,
  type Figure,
  findMedianHours,
  type Period,
} from "./transparency-store.ts";

const COLUMNS = ["from", "until", "figure", "of", "value"];
const TENTHS = 10;

/** Every figure with each of what it's split by, so that zeros are said and files can be compared. */
const SPLITS: readonly (readonly [figure: string, of: readonly string[]])[] = [
  ["reports_received", REPORT_REASONS.map(([reason]) => reason)],
  ["cases_opened", []],
  ["cases_opened_by_signals_only", []],
  ["cases_decided", DECISIONS],
  ["restrictions_by_ground", GROUNDS],
  ["median_hours_to_decision", []],
  ["appeals_received", []],
  ["appeals_decided", APPEAL_OUTCOMES],
  ["signal_notices", SIGNAL_KINDS],
  ["signal_notices_decided", SIGNAL_KINDS],
  ["signal_notices_right", SIGNAL_KINDS],
];

interface Asked {
  from?: string | undefined;
  until?: string | undefined;
}

/** The year so far, unless another period is asked for. */
export async function exportTransparency(ctx: StaffCtx, { from, until }: Asked): Promise<File> {
  const now = ctx.now();
  const period = {
    from: new Date(from ?? `${now.getUTCFullYear()}-01-01T00:00:00Z`).toISOString(),
    until: new Date(until ?? now).toISOString(),
  };
  if (period.from >= period.until) throw failure(CASE_ERRORS, "PERIOD_EMPTY");
  const name = `transparency-${period.from.slice(0, 10)}-${period.until.slice(0, 10)}.csv`;
  return csvFile(name, COLUMNS, [await rowsFor(ctx, period)]);
}

async function rowsFor({ db }: StaffCtx, period: Period) {
  const figures = [
    ...(await countReportsIn(db, period)),
    ...(await countCasesIn(db, period)),
    ...(await countSignalsIn(db, period)),
  ];
  const hours = await findMedianHours(db, period);
  return SPLITS.flatMap(([figure, parts]) => {
    const row = (of: string, value: number | string) => [period.from, period.until, figure, of, value];
    if (figure === "median_hours_to_decision")
      return [row("", hours === undefined ? "" : Math.round(hours * TENTHS) / TENTHS)];
    const own = figures.filter((one) => one.figure === figure);
    return [row("", sum(own)), ...parts.map((of) => row(of, sum(own.filter((one) => one.of === of))))];
  });
}

const sum = (figures: readonly Figure[]) => figures.reduce((total, { value }) => total + value, 0);
