const NAMES = { br: ["br"], gzip: ["gzip", "x-gzip"] };

/**
 * True where an `Accept-Encoding` header takes gzip (RFC 9110 §12.5.3): by name or by `*`, unless its weight is 0. A
 * request that names no encodings gets none.
 */
export function acceptsGzip(header: string | null | undefined): boolean {
  if (!header) return false;
  // Every browser's header, and it is read on the way to every page.
  if (!header.includes(";")) return /(?:^|[\s,])(?:x-)?gzip(?:[\s,]|$)|\*/i.test(header);
  return accepts(header, "gzip");
}

/** As `acceptsGzip`, for either encoding. */
export function accepts(header: string | null | undefined, encoding: keyof typeof NAMES): boolean {
  let isAnyTaken = false;
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const isTaken = !parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter));
    if (NAMES[encoding].includes(name)) return isTaken;
    if (name === "*") isAnyTaken = isTaken;
  }
  return isAnyTaken;
}
