const LINE_MAX = 76;
const [TAB, LF, CR, SPACE, EQUALS, DELETE] = [9, 10, 13, 32, 61, 127] as const;
const HEX = Buffer.from("0123456789ABCDEF");

/** The number of characters of an encoded byte by its value: one unescaped, three for `=XX`. */
const WIDTHS = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === TAB || (byte >= SPACE && byte < DELETE && byte !== EQUALS) ? 1 : 3,
);

/** Returns the number of continuation bytes after the first one of a character in UTF-8. */
function followers(first: number): number {
  if (first >= 0xf0) return 3;
  if (first >= 0xe0) return 2;
  return first >= 0xc0 ? 1 : 0;
}

/** Reused for each text, because the buffer is several times larger than the result. */
let scratch = Buffer.alloc(0);
const KEPT_BYTES_MAX = 1024 * 1024;

function roomFor(bytes: number): Buffer {
  if (bytes > KEPT_BYTES_MAX) return Buffer.allocUnsafe(bytes);
  if (bytes > scratch.length) scratch = Buffer.allocUnsafeSlow(bytes);
  return scratch;
}

/**
 * Encodes text as quoted-printable UTF-8 (RFC 2045, section 6.7) after a `head` in ASCII, with CRLF at the
 * end of lines of 76 characters at most. No character is split between two lines, which some readers show as
 * two broken ones.
 */
export function toQuotedPrintable(text: string, head: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  // Three for each byte, and a soft break after every 73 or more.
  const out = roomFor(head.length + bytes.length * 4 + 4);
  let length = out.write(head, "latin1");
  let column = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    const next = bytes[at + 1];
    if (byte === CR || byte === LF) {
      if (byte === CR && next === LF) at++;
      length = endLine(out, length);
      column = 0;
      continue;
    }
    const isLast = next === undefined || next === CR || next === LF;
    const width = isLast && byte <= SPACE ? 3 : (WIDTHS[byte] as number);
    const whole = byte < 0x80 ? width : width * (1 + followers(byte));
    if (column + whole >= LINE_MAX) {
      out[length] = EQUALS;
      length = endLine(out, length + 1);
      column = 0;
    }
    if (width === 1) out[length++] = byte;
    else length = writeEscaped(out, length, byte);
    column += width;
  }
  return Buffer.from(out.subarray(0, length));
}

function endLine(out: Buffer, length: number): number {
  out[length] = CR;
  out[length + 1] = LF;
  return length + 2;
}

function writeEscaped(out: Buffer, length: number, byte: number): number {
  out[length] = EQUALS;
  out[length + 1] = HEX[byte >> 4] as number;
  out[length + 2] = HEX[byte & 15] as number;
  return length + 3;
}
