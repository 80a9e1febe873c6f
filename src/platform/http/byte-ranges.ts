/* Parts of files (RFC 9110, section 14). Players request a video in ranges, and some play none that comes as a whole. */

/** Shared by all responses, since a copy for each would stay in memory until the visitor has received it. */
type Content = Uint8Array<ArrayBuffer>;

/**
 * Answers with the range of bytes that was asked for, if it's of the version in `headers`. Sends the whole file if
 * there's no range, several, or a malformed one.
 */
export function answerPart(file: Content, asked: Headers, headers: Headers): Response {
  headers.set("Accept-Ranges", "bytes");
  const [, first = "", last = ""] =
    /^bytes=(\d*)-(\d*)$/.exec(rangeIn(asked, headers.get("etag")) ?? "") ?? [];
  if (first === "" && last === "") return new Response(file, { headers });
  const from = first === "" ? Math.max(0, file.length - Number(last)) : Number(first);
  const to = first === "" || last === "" ? file.length - 1 : Math.min(Number(last), file.length - 1);
  if (from > to) {
    headers.set("Content-Range", `bytes */${file.length}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set("Content-Range", `bytes ${from}-${to}/${file.length}`);
  return new Response(file.subarray(from, to + 1), { status: 206, headers });
}

/** A player may have started with another version. */
function rangeIn(asked: Headers, tag: string | null): string | undefined {
  const version = asked.get("if-range");
  return version === null || version === tag ? (asked.get("range") ?? undefined) : undefined;
}
