/* Converts imports for the API, and limits the open ones. */
import { failure } from "#src/lib/errors.ts";
import { cutChars } from "#src/lib/text.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import { IMPORT_ERRORS, type Import } from "./contract.ts";
import { isGarbled } from "./encodings.ts";
import {
  canTransition,
  type Delimiter,
  ENCODINGS,
  type Encoding,
  IMPORTS_OPEN_MAX,
  NO_COUNTS,
  UNDO_DAYS,
} from "./rules.ts";
import { countOpen, type ImportRow, lockAccountImports } from "./store.ts";

/** Each open import stores its whole file. One that was begun already has its slot. */
export async function requireOpenSlot({ db, account }: Ctx, id: string): Promise<void> {
  await lockAccountImports(db, account);
  if ((await countOpen(db, { account, id })) >= IMPORTS_OPEN_MAX)
    throw failure(IMPORT_ERRORS, "IMPORTS_OPEN");
}

/** Returns the end of the time for undoing an import that ended. */
export const undoUntil = (endedAt: string) => addDays(endedAt, UNDO_DAYS);

export function toImport({ user_id: _, attested_at: __, attested_by: ___, ...row }: ImportRow): Import {
  const { letters: bytes, columns: read, encoding, delimiter, ...rest } = row;
  const known = ENCODINGS.find((one) => one === encoding);
  const letters = known ? lettersIn(bytes, known) : [];
  const columns = read.map(({ part, day_place: _d, zone: _z, ...column }) => ({
    ...column,
    part_of: part ? (read[part.column]?.header ?? null) : null,
  }));
  const isUndoable = row.ended_at !== null && canTransition(row.state, "undoing");
  // Older rows have fewer counts.
  const counts = { ...NO_COUNTS, ...row.counts };
  const expected = row.expected && { ...NO_COUNTS, ...row.expected };
  return {
    ...rest,
    encoding: known ?? "utf-8",
    letters,
    is_garbled: letters.some(isGarbled),
    delimiter: delimiter as Delimiter,
    columns,
    counts,
    expected,
    undo_until: isUndoable ? undoUntil(row.ended_at ?? "") : null,
  };
}

const LETTERS_SHOWN = 5;
const LETTERS_CHARS_MAX = 80;

/** Returns the first lines with letters beyond ASCII, decoded. */
function lettersIn(bytes: Uint8Array, encoding: Encoding): string[] {
  const lines = new TextDecoder(encoding).decode(bytes).split("\n");
  const odd = lines.filter((line) => isGarbled(line));
  const shown = [...odd, ...lines.filter((line) => !odd.includes(line) && line !== "")];
  return shown.slice(0, LETTERS_SHOWN).map((line) => cutChars(line, LETTERS_CHARS_MAX));
}
