/**
 * Lines of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe;
 * numbers stay numbers.
 */
export function csvLines(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map((value) => quoted(guarded(value))).join(",")}\r\n`).join("");
}

/** One CSV row without any protection against formulas, as other programs write it. */
export function csvRow(cells: readonly string[], delimiter: string): string {
  return cells.map((text) => quoted(text, delimiter)).join(delimiter);
}

// In many countries spreadsheets also split at semicolons, so the text after one becomes a cell that could
// start a formula. A cell that already has an apostrophe there gets one more, so that removing one always
// restores the original.
const FORMULA = /(^|;)(?='*\s*[=+\-@\t\r\n＝＋－＠])/g;
const GUARDED = /(^|;)'(?='*\s*[=+\-@\t\r\n＝＋－＠])/g;

const guarded = (value: string | number) =>
  typeof value === "number" ? String(value) : value.replace(FORMULA, "$1'");

function quoted(text: string, delimiter = ","): string {
  const isOpen = /[",;\t\r\n]|^\s|\s$/.test(text) || text.includes(delimiter);
  return isOpen ? `"${text.replaceAll('"', '""')}"` : text;
}

/** `="0123"` is how other programs keep a spreadsheet from reading text as a number. */
const FORMULA_OF_TEXT = /^="((?:[^"]|"")*)"$/;

/** Returns a cell's original text, without the guards that keep spreadsheets from running or changing it. */
export function unguarded(text: string): string {
  if (text.startsWith('="')) return FORMULA_OF_TEXT.exec(text)?.[1]?.replaceAll('""', '"') ?? text;
  return text.includes("'") ? text.replace(GUARDED, "$1") : text;
}
