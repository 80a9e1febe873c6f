import { MAIL_PAGE_POLICY } from "#src/features/email/delivery/snapshot.ts";
import { RESERVED_USERNAMES } from "#src/features/pages/profiles/rules.ts";
import { ARCHIVE_PATH } from "#src/lib/paths.ts";
import type { HttpApp, HttpContext, HttpParts } from "#src/platform/http/http-module.ts";
import { type ArchiveAnswer, findInArchive } from "./archive/archive.ts";

const LIST_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HTML = "text/html; charset=utf-8";

const FEED = "application/rss+xml; charset=utf-8";

type What = Parameters<typeof findInArchive>[1]["what"];

/** Public campaigns, below a profile's path on any host. */
export function campaignsHttp(app: HttpApp, { platform, addressOf }: HttpParts): void {
  const add = (
    path: string,
    given: { type: string; policy: string; what: (context: HttpContext) => What },
  ): void => {
    app.get(`/:username{[A-Za-z0-9]+}${ARCHIVE_PATH}${path}`, async (context, next) => {
      const username = context.req.param("username") ?? "";
      // The dashboard and the help have their own paths.
      if (RESERVED_USERNAMES.has(username.toLowerCase())) return next();
      const asked = { username, what: given.what(context), address: addressOf(context) };
      return answer(context, await findInArchive(platform, asked), given);
    });
  };
  add("", { type: HTML, policy: LIST_POLICY, what: () => "list" });
  add("/rss.xml", { type: FEED, policy: LIST_POLICY, what: () => "feed" });
  add("/:id", {
    type: HTML,
    policy: MAIL_PAGE_POLICY,
    what: (context) => ({ id: context.req.param("id") ?? "" }),
  });
}

function answer(
  context: HttpContext,
  found: ArchiveAnswer,
  { type, policy }: { type: string; policy: string },
): Response | Promise<Response> {
  if (!found) return context.notFound();
  if ("movedTo" in found) {
    context.header("Cache-Control", "no-cache");
    return context.redirect(found.movedTo, 301);
  }
  const headers = {
    // Hidden campaigns must disappear at once, so the response is always revalidated.
    "Cache-Control": "no-cache",
    ETag: found.etag,
    "X-Robots-Tag": "noindex",
    "Content-Security-Policy": policy,
  };
  return new Response(found.body, { headers: { ...headers, "Content-Type": type } });
}
