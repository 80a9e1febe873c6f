import { encodedTag, matchesTag } from "#src/lib/entity-tag.ts";

/** What a 304 leaves out, because it's about the body. */
const BODY_HEADERS = ["content-type", "content-length", "content-encoding", "content-range"];

/**
 * An answer with an entity tag as its request has it coming: each encoding has a tag of its own, and who already has
 * it gets 304 (RFC 9110, section 13). Whatever has a tag needs no code for that.
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
