/**
 * Lines of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe;
 * numbers stay numbers.
 */
export function csvLines(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  // In many countries spreadsheets also split at semicolons, so the text after one becomes a cell that could
  // start a formula.
  const text = value.replace(/(^|;)(?=\s*[=+\-@\t\r\n＝＋－＠])/g, "$1'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
