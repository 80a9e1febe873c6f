import { memoizeLast } from "./memoize-last.ts";

const NAMES = { br: ["br"], gzip: ["gzip", "x-gzip"] };

/**
 * True if an `Accept-Encoding` header allows gzip (RFC 9110 §12.5.3), by name or by `*`, with a weight other
 * than 0. A request without the header gets no compression. Nearly all browsers send the same header, and this runs
 * for every page.
 */
export const acceptsGzip = memoizeLast((header: string | null | undefined): boolean =>
  acceptsEncoding(header, "gzip"),
);

export const acceptsBrotli = memoizeLast((header: string | null | undefined): boolean =>
  acceptsEncoding(header, "br"),
);

/** Like `acceptsGzip`, for one of the encodings that we serve. */
export function acceptsEncoding(header: string | null | undefined, encoding: keyof typeof NAMES): boolean {
  let isAnyTaken = false;
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const isTaken = !parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter));
    if (NAMES[encoding].includes(name)) return isTaken;
    if (name === "*") isAnyTaken = isTaken;
  }
  return isAnyTaken;
}
