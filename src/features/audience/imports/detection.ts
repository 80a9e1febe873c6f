/* Detects a file's format once it has arrived: its encoding, its rows, and the content of its columns. */
import { getContactSettings } from "#src/features/audience/contacts/fields/fields.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { IMPORT_ERRORS } from "./contract.ts";
import { firstRows } from "./csv-rows.ts";
import { guessEncoding, OTHER } from "./encodings.ts";
import { guessByContent, guessTargets } from "./headers.ts";
import { columnsOf, guessLayout, type Layout } from "./layout.ts";
import { COLUMNS_MAX, ENCODINGS, type Encoding, type Target } from "./rules.ts";
import { type ImportKey, type ImportRow, listFileSlices, listImportRows, updateImport } from "./store.ts";
import type { ImportColumn } from "./tables.ts";

/** Enough for a few rows of any usual file. */
const HEAD_BYTES = 256 * 1024;
/** Enough for a few rows of the longest. */
const LONG_HEAD_BYTES = 8 * 1024 * 1024;
/** The number of rows to search for the keys of JSON in a column. */
const ROWS_READ = 200;
const EARLIER_IMPORTS = 20;

type Wanted = Partial<Pick<Layout, "delimiter" | "has_header">> & { encoding?: Encoding | undefined };

/** Detects the parts of a file's format that nobody has chosen. */
export async function detectFormat(
  ctx: Ctx,
  key: ImportKey,
  { row, wanted = {} }: { row: ImportRow; wanted?: Wanted },
): Promise<ImportRow> {
  const start = await readHead(ctx, key, HEAD_BYTES);
  const encoding = wanted.encoding ?? encodingFor(row, start);
  // A chosen encoding isn't a guess.
  const is_encoding_guessed =
    wanted.encoding === undefined && (row.encoding === OTHER || row.is_encoding_guessed);
  const { layout, rows } = await readLayout(ctx, key, { start, encoding, wanted });
  const columns = await recognizeColumns(ctx, rows, layout);
  return updateImport(ctx.db, key, { state: "uploaded", ...layout, encoding, is_encoding_guessed, columns });
}

/** Declared by the file, or guessed from its letters. */
function encodingFor({ encoding, letters }: ImportRow, start: Uint8Array): Encoding {
  const known = ENCODINGS.find((one) => one === encoding);
  return known ?? saidEncoding(start) ?? guessEncoding(letters);
}

// regex-ignore: it reads the first bytes of a file only
const CHARSET = /\b(?:charset|encoding)\s*[=:]\s*["']?([a-z\d_-]{3,20})/i;
const SAID_WITHIN_BYTES = 500;

/** Returns the encoding declared in a line before the header. */
function saidEncoding(start: Uint8Array): Encoding | undefined {
  const [, label] = CHARSET.exec(Buffer.from(start.subarray(0, SAID_WITHIN_BYTES)).toString("latin1")) ?? [];
  try {
    const name = label && new TextDecoder(label).encoding;
    return ENCODINGS.find((one) => one === name && one !== "utf-8");
  } catch {
    return undefined;
  }
}

async function readLayout(
  ctx: Ctx,
  key: ImportKey,
  { start, encoding, wanted }: { start: Uint8Array; encoding: Encoding; wanted: Wanted },
) {
  const read = (bytes: Uint8Array) => {
    const text = new TextDecoder(encoding).decode(bytes).replaceAll("\0", "");
    const layout = guessLayout(text, wanted);
    const count = layout.rows_before + 1 + ROWS_READ;
    return { layout, rows: firstRows(text, { delimiter: layout.delimiter, count }) };
  };
  const isEnough = ({ layout, rows }: ReturnType<typeof read>) =>
    rows.length > layout.rows_before + (layout.has_header ? 1 : 0);
  let found = read(start);
  const isCut = start.length === HEAD_BYTES;
  if (!isEnough(found) && isCut) found = read(await readHead(ctx, key, LONG_HEAD_BYTES));
  if (!isEnough(found)) throw failure(IMPORT_ERRORS, isCut ? "IMPORT_ROW_TOO_LONG" : "IMPORT_EMPTY");
  return found;
}

async function readHead(ctx: Ctx, key: ImportKey, bytesMax: number): Promise<Uint8Array> {
  const slices: Uint8Array[] = [];
  let bytes = 0;
  for await (const slice of listFileSlices(ctx.db, key)) {
    slices.push(slice);
    bytes += slice.length;
    if (bytes >= bytesMax) break;
  }
  return Buffer.concat(slices).subarray(0, bytesMax);
}

async function recognizeColumns(ctx: Ctx, rows: string[][], layout: Layout): Promise<ImportColumn[]> {
  const read = columnsOf(rows, layout);
  if (read.length > COLUMNS_MAX) throw failure(IMPORT_ERRORS, "TOO_MANY_COLUMNS");
  const guessed = layout.has_header
    ? guessTargets(read, (await getContactSettings(ctx, ctx)).fields)
    : guessByContent(rows.slice(layout.rows_before));
  const earlier = layout.has_header ? await earlierTargets(ctx, read) : new Map<string, Target | null>();
  const held = new Set(earlier.values());
  return read.map((column, at): ImportColumn => {
    const known = earlier.get(column.header);
    const target = guessed[at] ?? null;
    return { ...column, target: known === undefined ? (held.has(target) ? null : target) : known };
  });
}

/**
 * Returns the targets of an earlier import with the same columns, such as the one whose rows with problems
 * these are.
 */
async function earlierTargets(
  ctx: Ctx,
  columns: readonly Pick<ImportColumn, "header">[],
): Promise<ReadonlyMap<string, Target | null>> {
  const headers = columns.map(({ header }) => header);
  if (new Set(headers).size < headers.length) return new Map();
  const rows = await listImportRows(ctx.db, ctx.account, EARLIER_IMPORTS);
  const earlier = rows.find(
    (row) => row.attested_at !== null && row.columns.every(({ header }) => headers.includes(header)),
  );
  return new Map(earlier?.columns.map(({ header, target }) => [header, target]));
}
