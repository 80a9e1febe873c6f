const NAMES = { br: ["br"], gzip: ["gzip", "x-gzip"] };

/**
 * True if an `Accept-Encoding` header allows gzip (RFC 9110 §12.5.3), by name or by `*`, with a weight other
 * than 0. A request without the header gets no compression.
 */
export function acceptsGzip(header: string | null | undefined): boolean {
  if (!header) return false;
  // A shortcut for the header that every browser sends, since this runs for every page.
  if (!header.includes(";")) return /(?:^|[\s,])(?:x-)?gzip(?:[\s,]|$)|\*/i.test(header);
  return accepts(header, "gzip");
}

/** Like `acceptsGzip`, for either encoding. */
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
