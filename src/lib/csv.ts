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
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
