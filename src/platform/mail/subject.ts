/** An encoded word of 75 characters has room for this many bytes (RFC 2047). */
const WORD_CHARS = /.{1,42}/g;

/**
 * Encodes a subject for the mail client. The client leaves ASCII as it is, so text that looks like an encoded
 * word would be decoded by inboxes, into characters that names can't have. Encoding it once more preserves it
 * as written.
 */
export function subjectOf(text: string): string {
  const line = text.replace(/\s+/g, " ");
  if (!line.includes("=?") || !/^[ -~]*$/.test(line)) return text;
  const words = line.match(WORD_CHARS) ?? [];
  const value = words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join(" ");
  // The client's types allow only text.
  return { prepared: true, foldLines: true, value } as unknown as string;
}
