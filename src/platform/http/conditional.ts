import { encodedTag, matchesTag } from "#src/lib/entity-tag.ts";

/** Headers about the body, which a 304 leaves out. */
const BODY_HEADERS = ["content-type", "content-length", "content-encoding", "content-range"];

/**
 * Applies conditional requests to any response with an entity tag: each encoding gets its own tag, and a
 * client that already has it gets 304 (RFC 9110, section 13).
 */
export function conditional(request: Request, answer: Response): Response {
  const { headers, status } = answer;
  const tag = headers.get("etag");
  if (tag === null || !["GET", "HEAD"].includes(request.method)) return answer;
  const encoding = headers.get("content-encoding");
  const own = encoding === null ? tag : encodedTag(tag, encoding);
  headers.set("ETag", own);
  if (status !== 200 || !matchesTag(request.headers.get("if-none-match"), own)) return answer;
  const kept = new Headers(headers);
  for (const name of BODY_HEADERS) kept.delete(name);
  return new Response(null, { status: 304, headers: kept });
}
