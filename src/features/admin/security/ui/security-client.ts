import { clientFor } from "#src/kit/api.ts";
import { startOfDay } from "#src/kit/start-of-day.ts";
import { COUNTRIES } from "#src/lib/countries.ts";
import { pathOf } from "#src/lib/endpoint-path.ts";
import { securityContract, type TimelineFilter } from "../contract.ts";
import { TIMELINE_KINDS } from "../rules.ts";

export const securityApi = clientFor("security", securityContract);

export const VIEWS = ["timeline", "blocks", "errors", "checks"] as const;
export type View = (typeof VIEWS)[number];

/** Days are in the reader's own time zone. */
export type SecuritySearch = Partial<
  Record<"view" | "kind" | "whose" | "network" | "country" | "from" | "until", string | undefined>
>;

/** The filters as the server takes them: days are from their first moment to before the next one's. */
export function filterOf({ kind, whose, network, country, from, until }: SecuritySearch): TimelineFilter {
  return {
    kind: TIMELINE_KINDS.find((known) => known === kind),
    account: whose || undefined,
    network: network || undefined,
    // The address bar may say anything.
    country: country && COUNTRIES.includes(country) ? country : undefined,
    from: startOfDay(from),
    until: startOfDay(until, 1),
  };
}

export function exportHref(search: SecuritySearch): string {
  const chosen = Object.entries(filterOf(search)).filter(([, value]) => value);
  const query = new URLSearchParams(chosen.map(([name, value]) => [name, String(value)]));
  return `${pathOf(securityContract.export)}?${query}`;
}
