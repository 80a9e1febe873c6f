/** As many bytes as a word of 75 characters has room for (RFC 2047). */
const WORD_CHARS = /.{1,42}/g;

/**
 * A subject for the mail client. It leaves ASCII as it is, so what looks encoded in it would be decoded by those who get it,
 * into what nobody wrote here, and what names can't have. Encoded once more, it's read as it was written.
 */
export function subjectOf(text: string): string {
  const line = text.replace(/\s+/g, " ");
  if (!line.includes("=?") || !/^[ -~]*$/.test(line)) return text;
  const words = line.match(WORD_CHARS) ?? [];
  const value = words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join(" ");
  // The client's types know texts only.
  return { prepared: true, foldLines: true, value } as unknown as string;
}
