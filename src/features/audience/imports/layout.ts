/* Detects the layout of a file's rows: the separator of cells, the rows before the first person, and the
   columns. */
import { isEmail } from "#src/lib/email-address.ts";
import { cleanText, cutChars } from "#src/lib/text.ts";
import { cellOf, mentionsAddress, objectIn } from "./cells.ts";
import { firstRows } from "./csv-rows.ts";
import { targetOf } from "./headers.ts";
import { DELIMITERS, type Delimiter, SAMPLE_ROWS } from "./rules.ts";
import type { ImportColumn } from "./tables.ts";

/** The header follows titles, dates, and the like within this many rows. */
const HEAD_ROWS = 30;
const HEADER_CHARS_MAX = 60;
const SAMPLE_CHARS_MAX = 60;
/** Keeps an object with a key for each of its rows from becoming endless columns. */
const KEYS_MAX = 50;

/** The line that tells spreadsheets the separator. */
const SEPARATOR_LINE = /^\ufeff?"?sep=(.)"?[ \t]*(?:\r|\n|$)/i;

export interface Layout {
  delimiter: Delimiter;
  /** Rows before the header, or before the first person if there's none. */
  rows_before: number;
  has_header: boolean;
}

type Rows = readonly (readonly string[])[];

/**
 * Returns the layout in which the first rows make the most sense: addresses, known headers, and rows of equal
 * width.
 */
export function guessLayout(text: string, wanted: Partial<Pick<Layout, "delimiter" | "has_header">>): Layout {
  const said = DELIMITERS.find((one) => one === SEPARATOR_LINE.exec(text)?.[1]);
  const delimiters = wanted.delimiter ? [wanted.delimiter] : said ? [said] : DELIMITERS;
  const read = delimiters.map((delimiter) => {
    const rows = firstRows(text, { delimiter, count: HEAD_ROWS });
    return { delimiter, rows, score: scoreOf(rows) };
  });
  const best = read.reduce((best, one) => (isMore(one.score, best.score) ? one : best));
  return { delimiter: best.delimiter, ...beginningOf(best.rows, wanted.has_header) };
}

/** Addresses first, then known headers, then equal widths. */
function scoreOf(rows: Rows): number[] {
  const widths = rows.map(({ length }) => length).filter((width) => width > 1);
  const usual = usualOf(widths);
  const even = widths.filter((width) => width === usual).length;
  const addresses = rows.filter((row) => row.some((cell) => isEmail(cell.trim().toLowerCase()))).length;
  const known = Math.max(0, ...rows.map(countKnown));
  return [addresses, known, even * (usual - 1)];
}

function isMore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((number, at) => number !== other[at]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}

const countKnown = (row: readonly string[]) => row.filter((cell) => targetOf(cell) !== undefined).length;

/** Returns the most frequent one, the largest of several. */
function usualOf(widths: readonly number[]): number {
  const times = new Map<number, number>();
  for (const width of widths) times.set(width, (times.get(width) ?? 0) + 1);
  return [...times].sort(([a, m], [b, n]) => n - m || b - a)[0]?.[0] ?? 0;
}

/** Finds the header. Before it there may be the separator's line, titles, and notes about the file. */
function beginningOf(rows: Rows, wanted: boolean | undefined): Omit<Layout, "delimiter"> {
  const from = SEPARATOR_ROW.test(rows[0]?.join("") ?? "") ? 1 : 0;
  const header = wanted === false ? undefined : headerOf(rows, from);
  if (header !== undefined) return { rows_before: header, has_header: true };
  const first = firstPerson(rows, from);
  return wanted === true
    ? { rows_before: Math.max(from, first - 1), has_header: true }
    : { rows_before: first, has_header: false };
}

const SEPARATOR_ROW = /^sep=.?$/i;

/** Undefined if the first row that isn't a title is a person. */
function headerOf(rows: Rows, from: number): number | undefined {
  const named = rows.map((row, at) => (at >= from && namesAddresses(row) ? countKnown(row) : 0));
  const known = Math.max(0, ...named);
  if (known > 0) return named.indexOf(known);
  const person = rows.findIndex((row, at) => at >= from && row.some(mentionsAddress));
  const before = rows.slice(0, person < 0 ? rows.length : person);
  const counts = before.map((row, at) => (at < from ? 0 : countKnown(row)));
  const most = Math.max(0, ...counts);
  if (most > 0) return counts.indexOf(most);
  const width = usualOf(rows.slice(from).map(widthOf));
  const wide = before.findIndex((row, at) => at >= from && widthOf(row) >= Math.max(1, width - 1));
  return wide < 0 ? undefined : wide;
}

const namesAddresses = (row: readonly string[]) =>
  row.some((cell) => targetOf(cell) === "email") && !row.some(mentionsAddress);

const widthOf = (row: readonly string[]) => row.filter((cell) => cell.trim() !== "").length;

/** Returns the first person in a file without a header: titles have fewer cells, and no address. */
function firstPerson(rows: Rows, from: number): number {
  const first = rows.findIndex((row, at) => at >= from && row.some(mentionsAddress));
  if (first <= from) return from;
  const width = rows[first]?.length ?? 0;
  const begin = rows.findIndex((row, at) => at >= from && row.length >= width);
  return begin < 0 ? first : begin;
}

/** The columns of a file, each with its first cells, and the keys of JSON in them as columns of their own. */
export function columnsOf(rows: Rows, { has_header, rows_before }: Layout): Omit<ImportColumn, "target">[] {
  const [first = [], ...more] = rows.slice(rows_before);
  const people = has_header ? more : [first, ...more];
  // A single row with more cells has an extra separator, but if most have, the header lacks one.
  const widths = people.map((row) => row.length - emptyEnd(row));
  const usual = usualOf(widths);
  const isMost = 2 * widths.filter((width) => width >= usual).length > widths.length;
  const width = Math.max(1, first.length - emptyEnd(first), isMost ? usual : 0);
  const headers = Array.from({ length: width }, (_, at) => {
    const cell = has_header ? cleanText(first[at] ?? "", HEADER_CHARS_MAX) : "";
    return cell || `Column ${at + 1}`;
  });
  const plain = headers.map((header, at) => ({
    header,
    sample: sampleOf(people.map((row) => row[at] ?? "")),
  }));
  const parts = headers.flatMap((_, column) => {
    const objects = people.flatMap((row) => objectIn(row[column] ?? "") ?? []);
    const told = people.filter((row) => (row[column] ?? "").trim() !== "");
    if (objects.length === 0 || objects.length < told.length) return [];
    const keys = [...new Set(objects.flatMap((object) => Object.keys(object as object)))]
      .filter((key) => key.trim() !== "")
      .slice(0, KEYS_MAX);
    return keys.map((key) => ({
      header: cleanText(key, HEADER_CHARS_MAX) || key.slice(0, HEADER_CHARS_MAX),
      sample: sampleOf(people.map((row) => cellOf(objectIn(row[column] ?? "")?.[key]))),
      part: { column, key },
    }));
  });
  return [...plain, ...parts];
}

const sampleOf = (cells: readonly string[]) =>
  cells.slice(0, SAMPLE_ROWS).map((cell) => cutChars(cell, SAMPLE_CHARS_MAX));

/** Counts the trailing empty cells: spreadsheets write them for columns that were once used. */
export function emptyEnd(row: readonly string[]): number {
  let empty = 0;
  while (empty < row.length && (row[row.length - 1 - empty] ?? "").trim() === "") empty++;
  return empty;
}

/** Returns a row's cells with the values of JSON in them. */
export function expandCells(
  cells: readonly string[],
  columns: readonly Pick<ImportColumn, "part" | "target">[],
): string[] {
  const objects = new Map<number, ReturnType<typeof objectIn>>();
  return columns.map(({ part, target }, at) => {
    if (!part) return cells[at] ?? "";
    if (target === null) return "";
    if (!objects.has(part.column)) objects.set(part.column, objectIn(cells[part.column] ?? ""));
    return cellOf(objects.get(part.column)?.[part.key]);
  });
}
