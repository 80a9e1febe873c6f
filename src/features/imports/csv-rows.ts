/* Reading CSV files of any delimiter, quoting, and encoding as a stream, so that their size costs no memory. */
import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { CsvError, type Options, parse } from "csv-parse";
import { parse as parseNow } from "csv-parse/sync";
import { ROW_CHARS_MAX } from "./rules.ts";

const ZIP = "PK\u0003\u0004";

/**
 * How a file's beginning is encoded, as `TextDecoder` calls it: by its byte order mark, by where UTF-16 has its zeros,
 * else UTF-8 or Windows-1252. Undefined for anything that isn't text.
 */
export function encodingOf(start: Uint8Array): string | undefined {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const head = start.subarray(0, 4096);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > head.length / 4 && even === 0) return "utf-16le";
  if (even > head.length / 4 && odd === 0) return "utf-16be";
  if (even + odd > 0 || Buffer.from(head.subarray(0, 4)).toString("latin1") === ZIP) return undefined;
  return isUtf8Part(start) ? "utf-8" : "windows-1252";
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** Whether this may be a part of UTF-8: characters that were cut at either end don't count. */
export function isUtf8Part(part: Uint8Array): boolean {
  let from = 0;
  while (from < 3 && isContinuation(part[from])) from++;
  let to = part.length;
  for (let back = 1; back <= 4 && back <= part.length; back++) {
    const byte = part[part.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    if (byte >= 0xc0) to = part.length - back;
    break;
  }
  return isUtf8(part.subarray(from, Math.max(from, to)));
}

/** A file that can't be read as rows, with a sentence that says where. */
export class CsvFailure extends Error {}

const optionsFor = (delimiter: string): Options => ({
  delimiter,
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: ROW_CHARS_MAX,
});

/** The first rows of a text, which may end in the middle of one or in quotes that never end. */
export function firstRows(
  text: string,
  { delimiter, count }: { delimiter: string; count: number },
): string[][] {
  const whole = text.slice(0, Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1);
  const options = { ...optionsFor(delimiter), to: count };
  const tries = [() => parseNow(text, options), () => parseNow(whole, options)];
  for (const attempt of tries) {
    try {
      return attempt() as unknown as string[][];
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
    }
  }
  return parseNow(whole, { ...options, quote: false }) as unknown as string[][];
}

interface Source {
  parts: AsyncIterable<Uint8Array>;
  encoding: string;
  delimiter: string;
}

/** Each row's cells, and its number, counted from 1 without empty rows. Throws a `CsvFailure`. */
export async function* readRows({ parts, encoding, delimiter }: Source): AsyncGenerator<string[]> {
  const parser = parse(optionsFor(delimiter));
  const texts = Readable.from(decoded(parts, encoding), { highWaterMark: 1 });
  texts.on("error", (error) => parser.destroy(error));
  texts.pipe(parser);
  try {
    for await (const row of parser) yield row;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = (parser.info.records + 1).toLocaleString("en-US");
    throw new CsvFailure(
      `Row ${row} never ends. Usually a quotation mark is missing there. Fix the file and import it again.`,
    );
  } finally {
    texts.destroy();
    parser.destroy();
  }
}

/** The parser makes rows of all it's given before anyone takes one, and a whole part would be 100,000. */
const PIECE_BYTES = 64 * 1024;

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
