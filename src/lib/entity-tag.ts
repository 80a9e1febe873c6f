/**
 * Whether an `If-None-Match` header names an entity tag (RFC 9110, section 13.1.2): alone or in a list, weak or not, or
 * as `*`.
 */
export function matchesTag(header: string | null | undefined, tag: string): boolean {
  if (!header) return false;
  if (header === tag || header.trim() === "*") return true;
  const opaque = tag.replace(/^W\//, "");
  return [...header.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, named]) => named === opaque);
}

/** Returns the entity tag of the same response in another encoding, since its bytes differ. */
export function encodedTag(tag: string, encoding: string): string {
  return tag.replace(/"$/, `-${encoding}"`);
}
