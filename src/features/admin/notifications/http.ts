import { isbot } from "isbot";
import { NEWS_PATH } from "#src/lib/paths.ts";
import type { HttpApp, HttpParts } from "#src/platform/http/http-module.ts";
import { newsMail } from "./mails.ts";
import { followNewsLink } from "./news-link.ts";

/** The next answer may differ, and neither search engines nor what's behind the link learn its reader. */
const HEADERS = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" };

/** Where the link in the e-mail of a message to many leads first. */
export function broadcastHttp(app: HttpApp, { platform }: HttpParts): void {
  app.get(`${NEWS_PATH}:token`, async (context) => {
    const userAgent = context.req.header("user-agent") ?? "";
    const path = await followNewsLink(platform, {
      token: context.req.param("token"),
      template: newsMail.template,
      visit: { userAgent, isBot: isbot(userAgent), isHead: context.req.method === "HEAD" },
    });
    if (path === undefined) return context.notFound();
    const Location = platform.instance.publicUrl + path;
    return new Response(null, { status: 302, headers: { ...HEADERS, Location } });
  });
}
