import { Failure } from "#src/lib/errors.ts";

/** Deeper than anything the API accepts, and shallow enough for any code that walks it. */
const JSON_DEPTH_MAX = 32;
/** Object members and array entries combined. */
const JSON_MEMBERS_MAX = 5_000;
const FORM_FIELDS_MAX = 50;
const PARTS_MAX = 10;
const PART_HEAD_BYTES_MAX = 1_024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const AMPERSAND = 0x26;

/**
 * Throws if a body isn't a JSON object (an empty one is fine) or has too many levels or members. This rejects
 * input that would keep the process busy before it's parsed. The parser checks the rest.
 */
export function requireJsonObject(body: Buffer): void {
  const start = body.findIndex((byte) => byte > 0x20);
  if (start === -1) return;
  if (body[start] !== 0x7b) {
    const message = 'The request body isn’t a JSON object. Send one such as {"name": "Ada"}.';
    throw new Failure("BAD_REQUEST", { status: 400, message });
  }
  let depth = 0;
  let members = 0;
  for (let at = start; at < body.length; at++) {
    const byte = body[at] ?? 0;
    if (byte === QUOTE) at = endOfString(body, at);
    else if (byte === COMMA || byte === COLON) members++;
    else if (OPENING.has(byte)) depth++;
    else if (CLOSING.has(byte)) depth--;
    if (depth > JSON_DEPTH_MAX) throw tooMuch(`nested more than ${JSON_DEPTH_MAX} levels deep`);
    if (members > JSON_MEMBERS_MAX) throw tooMuch(`made of more than ${JSON_MEMBERS_MAX} values`);
  }
}

function endOfString(body: Buffer, quote: number): number {
  let at = quote + 1;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}

function tooMuch(what: string): Failure {
  return new Failure("BAD_REQUEST", { status: 400, message: `The request body is ${what}.` });
}

/** Parses a form as browsers post it. Forms with more fields than any of ours are rejected before parsing. */
export function parseFields(body: Buffer): URLSearchParams {
  let fields = 1;
  for (let at = body.indexOf(AMPERSAND); at !== -1; at = body.indexOf(AMPERSAND, at + 1)) {
    if (++fields > FORM_FIELDS_MAX) {
      const message = `The form has more than ${FORM_FIELDS_MAX} fields.`;
      throw new Failure("BAD_REQUEST", { status: 400, message });
    }
  }
  return new URLSearchParams(body.toString());
}

/** Allows only a boundary, so that the parser and this check read the same one. */
const MULTIPART = /^multipart\/form-data\s*;\s*boundary=(?:"([^"]+)"|([^;\s"]+))\s*$/i;

/** Rejects a multipart body that has more parts than any of our uploads, or longer part names. */
export function requireFewParts(body: Buffer, contentType: string): void {
  const [, quoted, plain] = MULTIPART.exec(contentType) ?? [];
  const boundary = `--${quoted ?? plain ?? ""}`;
  if (boundary === "--") throw badForm("The form’s content type isn’t multipart/form-data with a boundary.");
  let marks = 0;
  for (let at = body.indexOf(boundary); at !== -1; at = body.indexOf(boundary, at + boundary.length)) {
    // There's one more marker than there are parts: the closing one.
    if (++marks > PARTS_MAX + 1) throw badForm(`The form has more than ${PARTS_MAX} fields.`);
    const head = body.subarray(at, at + boundary.length + PART_HEAD_BYTES_MAX);
    const isLast = head.subarray(boundary.length, boundary.length + 2).toString() === "--";
    if (!isLast && !head.includes("\r\n\r\n")) throw badForm("The form has a field whose name is too long.");
  }
}

function badForm(message: string): Failure {
  return new Failure("BAD_REQUEST", { status: 400, message });
}
