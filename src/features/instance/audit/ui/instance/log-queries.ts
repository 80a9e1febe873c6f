import { chainContract } from "#src/features/instance/audit/chain/chain-contract.ts";
import {
  instanceLogContract,
  type LogFilter,
} from "#src/features/instance/audit/instance-log/log-contract.ts";
import { clientFor } from "#src/kit/api.ts";
import { startOfDay } from "#src/kit/start-of-day.ts";
import { pathOf } from "#src/lib/endpoint-path.ts";

export const logApi = clientFor("audit", instanceLogContract);
export const chainApi = clientFor("audit", chainContract);

/** The filters as the URL has them: days, in the reader's own time zone. */
export type LogSearch = Partial<Record<keyof LogFilter, string>>;

export type LogChanges = { [Name in keyof LogSearch]?: string | undefined };

/** The filters as the server takes them: days are from their first moment to before the next one's. */
export function filterOf({ from, until, ...search }: LogSearch): LogFilter {
  const start = startOfDay(from);
  const end = startOfDay(until, 1);
  return { ...(search as LogFilter), ...(start && { from: start }), ...(end && { until: end }) };
}

export function exportHref(search: LogSearch, format: "csv" | "jsonl"): string {
  const chosen = Object.entries(filterOf(search)).filter(([, value]) => value);
  const query = new URLSearchParams([
    ...chosen.map(([name, value]) => [name, String(value)]),
    ["format", format],
  ]);
  return `${pathOf(instanceLogContract.instanceExport)}?${query}`;
}
