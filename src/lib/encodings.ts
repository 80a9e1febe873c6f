/**
 * True where an `Accept-Encoding` header takes gzip (RFC 9110 §12.5.3): by name or by `*`, unless its weight is 0. A
 * request that names no encodings gets none.
 */
export function acceptsGzip(header: string | null | undefined): boolean {
  if (!header) return false;
  // Every browser's header, and it is read on the way to every page.
  if (!header.includes(";")) return /(?:^|[\s,])(?:x-)?gzip(?:[\s,]|$)|\*/i.test(header);
  let isAnyTaken = false;
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const isTaken = !parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter));
    if (name === "gzip" || name === "x-gzip") return isTaken;
    if (name === "*") isAnyTaken = isTaken;
  }
  return isAnyTaken;
}
