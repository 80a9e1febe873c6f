import { pathOf } from "#src/lib/endpoint-path.ts";
import { analyticsContract, type BreakdownName } from "../contract.ts";
import { type Question, questionInput } from "./use-analytics.ts";

const PARTS: { part: "series" | BreakdownName; title: string }[] = [
  { part: "series", title: "Over time" },
  { part: "link", title: "Top links" },
  { part: "referrer", title: "Referrers" },
  { part: "app", title: "In-app browsers" },
  { part: "utm_source", title: "UTM sources" },
  { part: "utm_medium", title: "UTM mediums" },
  { part: "utm_campaign", title: "UTM campaigns" },
  { part: "utm_term", title: "UTM terms" },
  { part: "utm_content", title: "UTM contents" },
  { part: "country", title: "Countries" },
  { part: "region", title: "Regions" },
  { part: "city", title: "Cities" },
  { part: "device_type", title: "Devices" },
  { part: "browser", title: "Browsers" },
  { part: "os", title: "Systems" },
];

/** The figures on the screen as CSV files. */
export function exportFiles(question: Question): { title: string; href: string }[] {
  return PARTS.map(({ part, title }) => ({ title, href: exportHref(question, part) }));
}

function exportHref(question: Question, part: string): string {
  const { id, ...query } = questionInput(question, new Date());
  return `${pathOf(analyticsContract.exportCsv, { id })}?${new URLSearchParams({ ...query, part })}`;
}
