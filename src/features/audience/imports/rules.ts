import { normalStart } from "#src/lib/text.ts";

const MEGABYTE = 1024 * 1024;
export const IMPORT_BYTES_MAX = 200 * MEGABYTE;
/** Files are sent in parts, so that a lost connection costs one of them. */
export const PART_BYTES_MAX = 4 * MEGABYTE;
/** Counted per account, with their files. Nothing else keeps anyone from filling the disk. */
export const IMPORTS_OPEN_MAX = 5;
export const UNDO_DAYS = 30;
/** The maximum number of listed rows with problems. All of them are counted. */
export const PROBLEMS_MAX = 10_000;
/** The others are in the file. */
export const REASONS_MAX = 20;
export const EXAMPLES_MAX = 3;
/** A longer row is a missing quote, which would swallow the rest of the file. */
export const ROW_CHARS_MAX = MEGABYTE;
export const COLUMNS_MAX = 500;
export const SAMPLE_ROWS = 5;

/**
 * Possible encodings of a file's text, as `TextDecoder` names them. If a text could be in several, the first
 * one wins.
 */
export const ENCODINGS = [
  "utf-8",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "macintosh",
  "gb18030",
  "big5",
  "shift_jis",
  "euc-jp",
  "euc-kr",
  "iso-8859-2",
  "iso-8859-15",
  "koi8-r",
  "utf-16le",
  "utf-16be",
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Possible separators of cells. If it could be several, the first one wins. */
export const DELIMITERS = [",", ";", "\t", "|", ":"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export const IMPORT_STATES = [
  "uploading",
  "uploaded",
  "validating",
  "ready",
  "running",
  "paused",
  "done",
  "done_with_errors",
  "cancelled",
  "failed",
  "undoing",
  "undone",
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

const MOVES: Readonly<Record<ImportState, readonly ImportState[]>> = {
  uploading: ["uploaded", "failed", "cancelled"],
  uploaded: ["uploaded", "validating", "cancelled"],
  validating: ["ready", "failed", "cancelled"],
  ready: ["uploaded", "validating", "running", "cancelled"],
  running: ["paused", "done", "done_with_errors", "failed", "cancelled"],
  paused: ["running", "cancelled"],
  done: ["undoing"],
  done_with_errors: ["undoing"],
  cancelled: ["undoing"],
  failed: ["undoing"],
  undoing: ["undone"],
  undone: [],
};

export function canTransition(from: ImportState, to: ImportState): boolean {
  return MOVES[from].includes(to);
}

export const WORKING_STATES = ["validating", "running", "undoing"] as const satisfies readonly ImportState[];

/** The effect on existing contacts: their values are replaced, stay, or are completed. */
export const IMPORT_MODES = ["update", "skip", "append"] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export interface ImportCounts {
  rows: number;
  added: number;
  updated: number;
  /** Existing ones without changes, or combined with an earlier row. */
  unchanged: number;
  /** The part of `unchanged` that was combined with an earlier row with the same address. */
  combined: number;
  left_out: number;
  /** The part of added and updated ones that gets no e-mail, because their address is suppressed. */
  suppressed: number;
  /** Addresses that the file suppresses. They're included in those left out. */
  stopped: number;
}

export const NO_COUNTS: ImportCounts = {
  rows: 0,
  added: 0,
  updated: 0,
  unchanged: 0,
  combined: 0,
  left_out: 0,
  suppressed: 0,
  stopped: 0,
};

/** Possible contents of a column. A custom field is `field:` and its key. */
export const TARGETS = [
  "email",
  "name",
  "first_name",
  "last_name",
  "phone",
  "country",
  "time_zone",
  "tags",
  "stage",
  "value",
  "value_currency",
  "score",
  "signed_up_at",
  "confirmed_at",
  "subscribed",
  "unsubscribed_at",
  "bounced_at",
] as const;
export type Target = (typeof TARGETS)[number] | `field:${string}`;

/** Several columns may have these, and people are left out if any of them says so. */
export const STOP_TARGETS = [
  "subscribed",
  "unsubscribed_at",
  "bounced_at",
] as const satisfies readonly Target[];

/** Returns a custom field's key for a column. Undefined if its header has nothing for one. */
export function fieldKeyOf(header: string): string | undefined {
  const word = normalStart(header, "NFKD", COMPARED_CHARS_MAX)
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_$/g, "");
  return word.slice(0, FIELD_KEY_CHARS_MAX) || undefined;
}
const FIELD_KEY_CHARS_MAX = 50;
/** Longer than any header or name that we know. */
const COMPARED_CHARS_MAX = 500;

/** Returns a header or a name in its form for comparisons. */
export const matchKey = (text: string) =>
  normalStart(text.trim(), "NFKD", COMPARED_CHARS_MAX)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .normalize("NFC");
