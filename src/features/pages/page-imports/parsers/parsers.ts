/*
 * Reads pages of other services, and files with links. Each parser says what it recognizes and what it finds, and
 * `imported-page.ts` makes that into something we can show and keep. Nothing here reaches out: the same input gives the
 * same page.
 */
import { parse as parseCsv } from "csv-parse/sync";
import { unguarded } from "#src/lib/csv.ts";
import type { ImportedPage } from "../contract.ts";
import { leadsSomewhere } from "../rules.ts";
import { anchorParsers, anyPageParser } from "./anchor-pages.ts";
import { beaconsParser } from "./beacons.ts";
import { assignedParsers, bentoParser, linkMeParser, stanParser } from "./data-pages.ts";
import { type HtmlFacts, htmlFacts } from "./html-facts.ts";
import { settlePage } from "./imported-page.ts";
import { parseJson } from "./json-values.ts";
import {
  anyJsonParser,
  bioDropParser,
  linkStackFileParser,
  ownExportParser,
  tableParsers,
} from "./link-files.ts";
import { linktreeParser } from "./linktree.ts";
import type { PageParser, PageSource } from "./page-parser.ts";

export { type PageDetails, parseDetails } from "./page-details.ts";

const PAGE_PARSERS: readonly PageParser[] = [
  linktreeParser,
  beaconsParser,
  bentoParser,
  linkMeParser,
  stanParser,
  ...assignedParsers,
  ...anchorParsers,
];
const FILE_PARSERS: readonly PageParser[] = [
  ownExportParser,
  linktreeParser,
  linkMeParser,
  linkStackFileParser,
  bioDropParser,
  anyJsonParser,
];

/** What was read, or why nothing was. */
export type Parsed =
  /** `failed` is the service whose own parser found nothing, so that the page was read as any other's. */
  | { page: ImportedPage; failed?: string }
  /** `service` is what failures are counted under. */
  | { problem: "nothing_found" | "challenge" | "unreadable" | "account_export"; service: string };

export interface PageText {
  text: string;
  /** The address that it was fetched from. */
  address?: string | undefined;
}

/** Reads a web page. */
export function parsePage({ text, address }: PageText): Parsed {
  const html = htmlFacts(text);
  const url =
    URL.parse(address ?? html.savedFrom ?? html.canonical ?? html.metas.get("og:url") ?? "") ?? undefined;
  const source: PageSource = { html, address: url && /^https?:$/.test(url.protocol) ? url : undefined };
  const parser = PAGE_PARSERS.find((one) => isFor(one, source)) ?? anyPageParser;
  // A service may have changed its pages since: then they're read as any other's.
  const page = firstWithLinks(parser === anyPageParser ? [parser] : [parser, anyPageParser], source, parser);
  if (page) return page.service.key === parser.key ? { page } : { page, failed: parser.key };
  return { problem: isChallenge(html) ? "challenge" : "nothing_found", service: parser.key };
}

/** Reads a file: a saved page, JSON, or a table. */
export function parseFile({ text, name }: { text: string; name: string }): Parsed {
  const start = text.trimStart();
  if (start.startsWith("PK\u0003\u0004")) return { problem: "account_export", service: "own" };
  if (/^[[{]/.test(start)) return parseJsonFile(text);
  if (start.startsWith("<") || /\.x?html?$/i.test(name)) return parsePage({ text });
  return parseTable(text);
}

function parseJsonFile(text: string): Parsed {
  const json = parseJson(text);
  if (json === undefined) return { problem: "unreadable", service: "json" };
  const source: PageSource = { json, address: undefined };
  const parser = FILE_PARSERS.find((one) => one.recognizes?.(source)) ?? anyJsonParser;
  const page = firstWithLinks([parser, anyJsonParser], source, parser);
  if (page) return page.service.key === parser.key ? { page } : { page, failed: parser.key };
  return { problem: "nothing_found", service: parser.key };
}

function parseTable(text: string): Parsed {
  const rows = tableRows(text);
  if (!rows) return { problem: "unreadable", service: "csv" };
  const source: PageSource = { rows, address: undefined };
  const parser = tableParsers.find((one) => one.recognizes?.(source));
  const page = parser && firstWithLinks([parser], source, parser);
  return page ? { page } : { problem: "nothing_found", service: parser?.key ?? "csv" };
}

const ROWS_MAX = 20_001;

function tableRows(text: string): string[][] | undefined {
  const head = text.slice(0, text.indexOf("\n") === -1 ? undefined : text.indexOf("\n"));
  const count = (mark: string) => head.split(mark).length;
  const delimiter = [",", ";", "\t"].reduce((best, mark) => (count(mark) > count(best) ? mark : best), ",");
  try {
    const rows: string[][] = parseCsv(text, {
      delimiter,
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: ROWS_MAX,
    });
    return rows.map((row) => row.map(unguarded));
  } catch {
    return undefined;
  }
}

function isFor({ hosts, recognizes }: PageParser, source: PageSource): boolean {
  const host = source.address?.hostname.toLowerCase() ?? "";
  return (
    hosts?.some((own) => host === own || host.endsWith(`.${own}`)) === true || recognizes?.(source) === true
  );
}

function firstWithLinks(
  parsers: readonly PageParser[],
  source: PageSource,
  asked: PageParser,
): ImportedPage | undefined {
  for (const parser of parsers) {
    const found = parser.parse(source);
    // Whoever reads it, the links to the service that it's from are left out.
    const origin = { parser: { ...parser, hosts: asked.hosts ?? [] }, address: source.address };
    const page = found && settlePage(found, origin);
    if (page && (page.own !== null || page.items.some(leadsSomewhere) || page.socials.length > 0))
      return page;
  }
  return undefined;
}

const CHALLENGE =
  /just a moment|attention required|verify(?:ing)? (?:that )?you(?:’|')?(?: a)?re (?:a )?human|are you (?:a )?(?:human|robot)|access denied|captcha/i;

/** A page that only wants to know whether a person is there. */
function isChallenge({ title, scripts }: HtmlFacts): boolean {
  return (
    CHALLENGE.test(title) ||
    scripts.some(({ text }) => /_cf_chl_opt|challenge-platform|px-captcha/.test(text.slice(0, 5000)))
  );
}

/** What each parser is called, by the key that its successes are counted under. */
export const PARSER_LABELS: ReadonlyMap<string, string> = new Map(
  [...PAGE_PARSERS, anyPageParser, ...FILE_PARSERS, ...tableParsers].map(({ key, label }) => [key, label]),
);
