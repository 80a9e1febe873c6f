import { formatNumber, plural } from "#src/kit/plural.ts";
import type { Import } from "../contract.ts";

/**
 * Describes the outcome of an import's rows, expected or actual: each row is in one line. Zeros aren't
 * mentioned.
 */
export function outcomeLabels(
  { added, updated, unchanged, combined, left_out, suppressed, stopped }: Import["counts"],
  { isDone }: { isDone: boolean },
): string[] {
  const same = unchanged - combined;
  const lines = [
    [added, isDone ? plural(added, "lead added", "leads added") : plural(added, "new lead")],
    [
      updated,
      isDone
        ? plural(updated, "lead updated", "leads updated")
        : plural(updated, "lead already there", "leads already there"),
    ],
    [
      combined,
      plural(
        combined,
        "more row for the same e-mail address, put together with the first",
        "more rows for the same e-mail addresses, put together with the first",
      ),
    ],
    [
      same,
      isDone
        ? plural(same, "row changed nothing", "rows changed nothing")
        : plural(same, "row that won’t change anything", "rows that won’t change anything"),
    ],
    [left_out, plural(left_out, "row left out", "rows left out")],
    [suppressed, `${formatNumber(suppressed)} of them won’t get e-mail, because they’re suppressed`],
    [
      stopped,
      isDone
        ? plural(
            stopped,
            "address added to your suppression list",
            "addresses added to your suppression list",
          )
        : plural(stopped, "address for your suppression list", "addresses for your suppression list"),
    ],
  ] as const;
  const said = lines.filter(([count]) => count > 0).map(([, words]) => words);
  return said.length > 0 ? said : [isDone ? "Nothing imported" : "No rows"];
}

/** Counts rows that are imported without an unusable part. Problems are the check's findings. */
export function incompleteRows({ problems, expected, counts }: Import): number {
  return Math.max(0, problems - (expected ?? counts).left_out);
}

/** The progress of the checked rows: they will be imported, were, or only some of them were. */
export type ProblemStage = "checked" | "imported" | "stopped";

/** Undefined once nothing of the file is left to fix. */
export function problemStage({ state, counts }: Pick<Import, "state" | "counts">): ProblemStage | undefined {
  if (state === "ready") return "checked";
  if (state === "done" || state === "done_with_errors") return "imported";
  const hasChanged = counts.added + counts.updated + counts.stopped > 0;
  return state === "failed" || (state === "cancelled" && hasChanged) ? "stopped" : undefined;
}

export function incompleteLabel(rows: number, stage: ProblemStage): string {
  const [one, more] = INCOMPLETE[stage];
  return rows === 1 ? one : more(formatNumber(rows));
}

const INCOMPLETE: Readonly<Record<ProblemStage, [string, (rows: string) => string]>> = {
  checked: [
    "One row will be imported without a value that doesn’t fit.",
    (rows) => `${rows} rows will be imported without values that don’t fit.`,
  ],
  imported: [
    "One row was imported without a value that doesn’t fit.",
    (rows) => `${rows} rows were imported without values that don’t fit.`,
  ],
  stopped: ["One row has a value that doesn’t fit.", (rows) => `${rows} rows have values that don’t fit.`],
};

export const STATE_LABELS: Readonly<Record<Import["state"], { label: string; color: string }>> = {
  uploading: { label: "Upload not finished", color: "gray" },
  uploaded: { label: "Not checked yet", color: "gray" },
  validating: { label: "Checking", color: "blue" },
  ready: { label: "Ready", color: "blue" },
  running: { label: "Importing", color: "blue" },
  paused: { label: "Paused", color: "yellow" },
  done: { label: "Imported", color: "green" },
  done_with_errors: { label: "Imported", color: "green" },
  cancelled: { label: "Canceled", color: "gray" },
  failed: { label: "Failed", color: "red" },
  undoing: { label: "Undoing", color: "blue" },
  undone: { label: "Undone", color: "gray" },
};

export const TARGET_LABELS: Readonly<Record<string, string>> = {
  email: "E-mail address",
  name: "Name",
  first_name: "First name",
  last_name: "Last name",
  phone: "Phone number",
  country: "Country",
  time_zone: "Time zone",
  tags: "Tags",
  stage: "Stage in your pipeline",
  value: "Value",
  value_currency: "Currency of the value",
  score: "Score",
  signed_up_at: "When they signed up",
  confirmed_at: "When they confirmed",
  subscribed: "Subscribed (yes or no)",
  unsubscribed_at: "Unsubscribed (date, or yes or no)",
  bounced_at: "Bounced (date, or yes or no)",
};

export const DELIMITER_LABELS: Readonly<Record<Import["delimiter"], string>> = {
  ",": "Comma (,)",
  ";": "Semicolon (;)",
  "\t": "Tab",
  "|": "Vertical bar (|)",
  ":": "Colon (:)",
};

export const ENCODING_LABELS: Readonly<Record<Import["encoding"], string>> = {
  "utf-8": "Unicode (UTF-8)",
  "utf-16le": "Unicode (UTF-16 LE)",
  "utf-16be": "Unicode (UTF-16 BE)",
  "windows-1252": "Western European (Windows-1252)",
  "iso-8859-15": "Western European (ISO 8859-15)",
  macintosh: "Western European (Mac Roman)",
  "windows-1250": "Central European (Windows-1250)",
  "iso-8859-2": "Central European (ISO 8859-2)",
  "windows-1251": "Cyrillic (Windows-1251)",
  "koi8-r": "Cyrillic (KOI8-R)",
  "windows-1253": "Greek (Windows-1253)",
  "windows-1254": "Turkish (Windows-1254)",
  "windows-1255": "Hebrew (Windows-1255)",
  "windows-1256": "Arabic (Windows-1256)",
  "windows-1257": "Baltic (Windows-1257)",
  shift_jis: "Japanese (Shift_JIS)",
  "euc-jp": "Japanese (EUC-JP)",
  gb18030: "Simplified Chinese (GBK, GB18030)",
  big5: "Traditional Chinese (Big5)",
  "euc-kr": "Korean (EUC-KR)",
};
