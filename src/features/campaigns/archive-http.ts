import { ARCHIVE_PATH } from "#src/lib/paths.ts";
import type { HttpApp, HttpContext, HttpParts } from "#src/platform/http/http-module.ts";
import { type ArchiveAnswer, findInArchive } from "./archive.ts";
import { MAIL_PAGE_POLICY } from "./archive-pages.ts";

const LIST_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HTML = "text/html; charset=utf-8";

/** Campaigns that everyone may read, below a profile's path, wherever that is. */
export function addArchive(app: HttpApp, { platform, addressOf }: HttpParts): void {
  const list = `/:username{[A-Za-z0-9]+}${ARCHIVE_PATH}` as const;
  const find = (context: HttpContext, what: Parameters<typeof findInArchive>[1]["what"]) =>
    findInArchive(platform, {
      username: context.req.param("username") ?? "",
      what,
      address: addressOf(context),
    });
  app.get(list, async (context) =>
    answer(context, await find(context, "list"), { type: HTML, policy: LIST_POLICY }),
  );
  app.get(`${list}/rss.xml`, async (context) =>
    answer(context, await find(context, "feed"), {
      type: "application/rss+xml; charset=utf-8",
      policy: LIST_POLICY,
    }),
  );
  app.get(`${list}/:id`, async (context) =>
    answer(context, await find(context, { id: context.req.param("id") }), {
      type: HTML,
      policy: MAIL_PAGE_POLICY,
    }),
  );
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
    // What's no longer shown is gone at once, so everyone asks again.
    "Cache-Control": "no-cache",
    ETag: found.etag,
    "X-Robots-Tag": "noindex",
    "Content-Security-Policy": policy,
  };
  if (context.req.header("if-none-match") === found.etag) return new Response(null, { status: 304, headers });
  return new Response(found.body, { headers: { ...headers, "Content-Type": type } });
}
