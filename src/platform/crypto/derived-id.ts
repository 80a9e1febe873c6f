import { createHash } from "node:crypto";

/**
 * Returns the same UUID for the same words, and a different one for any others: version 8 (RFC 9562 §5.8),
 * derived from their hash.
 */
export function derivedId(...words: string[]): string {
  const hex = createHash("sha256").update(words.join(" ")).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
