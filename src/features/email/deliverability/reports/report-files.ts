/* The reports in a file: XML as it is, compressed, or in an archive. */
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { ZipArchive } from "#src/platform/unzip.ts";
import { type ParsedReport, parseReport, UnreadableReport } from "./report-parser.ts";

/** Unpacked, for all reports of a file together. */
export const UNPACKED_BYTES_MAX = 50 * 1024 * 1024;
const REPORTS_MAX = 100;
const PIECE_BYTES = 64 * 1024;

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);
const isGzip = (bytes: Uint8Array) => startsWith(bytes, [0x1f, 0x8b]);
const isZip = (bytes: Uint8Array) => startsWith(bytes, [0x50, 0x4b]);

/** Throws an `UnreadableReport` if any of the reports can't be read. */
export async function readReports(bytes: Uint8Array): Promise<ParsedReport[]> {
  const budget = { left: UNPACKED_BYTES_MAX };
  if (isZip(bytes)) return readZip(bytes, budget);
  const pieces = isGzip(bytes) ? gunzip(bytes) : inPieces(bytes);
  return [await parseReport(guarded(pieces, budget))];
}

async function readZip(bytes: Uint8Array, budget: { left: number }): Promise<ParsedReport[]> {
  const zip = await ZipArchive.open(bytes);
  if (!zip) throw new UnreadableReport("BROKEN");
  const files = zip.files().filter(({ name }) => !name.endsWith("/") && !name.startsWith("__MACOSX/"));
  if (files.some(({ name }) => /\.(?:zip|gz|tgz|7z|rar)$/i.test(name))) throw new UnreadableReport("NESTED");
  const names = files.filter(({ name }) => /\.xml$/i.test(name));
  if (names.length === 0) throw new UnreadableReport("UNREADABLE");
  const total = names.reduce((sum, { size }) => sum + size, 0);
  if (names.length > REPORTS_MAX || total > budget.left) throw new UnreadableReport("TOO_LARGE");
  const reports: ParsedReport[] = [];
  for (const { name } of names)
    reports.push(await parseReport(guarded(zip.pieces(name, UNPACKED_BYTES_MAX), budget)));
  return reports;
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

async function* gunzip(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const stream = Readable.from(inPieces(bytes)).pipe(createGunzip());
  try {
    for await (const piece of stream) yield piece as Uint8Array;
  } finally {
    stream.destroy();
  }
}

/** Counts what's unpacked as it comes, because a small file may promise anything. */
async function* guarded(
  pieces: AsyncIterable<Uint8Array>,
  budget: { left: number },
): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  const iterator = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await iterator.next().catch(() => {
        throw new UnreadableReport("BROKEN");
      });
      if (next.done) return;
      if (isFirst && (isGzip(next.value) || isZip(next.value))) throw new UnreadableReport("NESTED");
      isFirst = false;
      budget.left -= next.value.length;
      if (budget.left < 0) throw new UnreadableReport("TOO_LARGE");
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}
