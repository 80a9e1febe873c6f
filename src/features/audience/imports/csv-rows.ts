/* Reads CSV files of any delimiter, quoting, and encoding as a stream, so that their size costs no memory. */
import { Readable } from "node:stream";
import { CsvError, type Options, parse } from "csv-parse";
import { parse as parseNow } from "csv-parse/sync";
import { unguarded } from "#src/lib/csv.ts";
import { ROW_CHARS_MAX } from "./rules.ts";

/** A file that can't be parsed, with a sentence that tells where. */
export class CsvFailure extends Error {}

const QUOTED = /^"((?:[^"]|"")*)"$/;
const QUOTED_BEFORE_SPACES = /^"(.*)"\s+$/s;

/** Takes the marks off a cell that the parser didn't take for a quoted one. */
function unquoted(cell: string): string {
  const trimmed = cell.trimEnd();
  const [, inside] = QUOTED.exec(trimmed) ?? [];
  return inside === undefined ? trimmed : inside.replaceAll('""', '"');
}

interface ParsedRow {
  raw: string;
  record: string[];
}

/**
 * Takes the marks off cells in quotation marks that spaces follow, which the parser leaves alone as it does
 * `"Ann Lee" <ann@example.com>`. Its own `rtrim` would refuse the whole file for the latter.
 */
function cellsIn({ raw, record }: ParsedRow): string[] {
  return record.map((cell) => {
    const [, inside] = QUOTED_BEFORE_SPACES.exec(cell) ?? [];
    const isValue = inside === undefined || raw.includes(`"${cell.replaceAll('"', '""')}"`);
    return unguarded(isValue ? cell : inside);
  });
}

const optionsFor = (delimiter: string): Options => ({
  delimiter,
  // Files that several programs wrote to have several.
  record_delimiter: ["\r\n", "\n", "\r"],
  bom: true,
  ltrim: true,
  cast: (cell, { quoting }) => (quoting ? cell : unquoted(cell)),
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: ROW_CHARS_MAX,
});

/** Returns the first rows of a text, which may end in the middle of one or in unclosed quotes. */
export function firstRows(
  text: string,
  { delimiter, count }: { delimiter: string; count: number },
): string[][] {
  const whole = text.slice(0, Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1);
  const options = { ...optionsFor(delimiter), raw: true, to: count };
  const tries = [() => parseNow(text, options), () => parseNow(whole, options)];
  for (const attempt of tries) {
    try {
      return (attempt() as unknown as ParsedRow[]).map(cellsIn);
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
    }
  }
  const literal = parseNow(whole, { ...options, quote: false, max_record_size: 0 });
  return (literal as unknown as ParsedRow[]).map(({ record }) => record);
}

export function cellsOf(row: string, delimiter: string): string[] {
  const options = {
    ...optionsFor(delimiter),
    record_delimiter: "\0",
    bom: false,
    ltrim: false,
    cast: false,
    max_record_size: 0,
  };
  return (parseNow(row, options) as unknown as string[][])[0] ?? [];
}

interface Source {
  parts: AsyncIterable<Uint8Array>;
  encoding: string;
  delimiter: string;
}

/** Yields each row's cells, and its number, counted from 1 without empty rows. Throws a `CsvFailure`. */
export async function* readRows({ parts, encoding, delimiter }: Source): AsyncGenerator<string[]> {
  const parser = parse({ ...optionsFor(delimiter), raw: true });
  const texts = Readable.from(decoded(parts, encoding), { highWaterMark: 1 });
  texts.on("error", (error) => parser.destroy(error));
  texts.pipe(parser);
  try {
    for await (const row of parser) yield cellsIn(row);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = (parser.info.records + 1).toLocaleString("en-US");
    throw new CsvFailure(
      `Row ${row} never ends, or is longer than a million characters. Usually a quotation mark is missing there. Fix the file and import it again.`,
    );
  } finally {
    texts.destroy();
    parser.destroy();
  }
}

/** The parser processes all of its input before yielding, and a whole part would be 100,000 rows. */
const PIECE_BYTES = 8 * 1024;

async function* decoded(parts: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const part of parts) {
    for (let start = 0; start < part.length; start += PIECE_BYTES) {
      const piece = part.subarray(start, start + PIECE_BYTES);
      const text = decoder.decode(piece, { stream: true }).replaceAll("\0", "");
      if (text !== "") yield text;
    }
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}
