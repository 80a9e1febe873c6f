const BYTE_ORDER_MARK = "\ufeff";

/**
 * A CSV file (RFC 4180) that spreadsheets read as UTF-8. Text that one of them would run as a formula gets an
 * apostrophe in front; numbers stay numbers.
 */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  // Spreadsheets of many countries split a line at semicolons as well: what follows one is a cell of its own there.
  const text = value.replace(/(^|;)(?=\s*[=+\-@\t\r\n＝＋－＠])/g, "$1'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
