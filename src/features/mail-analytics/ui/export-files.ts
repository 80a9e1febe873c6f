import { pathOf } from "#src/lib/endpoint-path.ts";
import { type ExportPart, mailAnalyticsContract } from "../contract.ts";

const PARTS: { part: ExportPart; title: string }[] = [
  { part: "campaigns", title: "Campaigns" },
  { part: "accounts", title: "Sending accounts" },
  { part: "domains", title: "Receiving domains" },
  { part: "series", title: "Over time" },
  { part: "devices", title: "Devices" },
  { part: "countries", title: "Countries" },
  { part: "growth", title: "List growth" },
];

/** The figures on the screen as CSV files. */
export function exportFiles(question: Record<string, string>): { title: string; href: string }[] {
  return PARTS.map(({ part, title }) => ({
    title,
    href: `${pathOf(mailAnalyticsContract.exportCsv)}?${new URLSearchParams({ ...question, part })}`,
  }));
}
