import { isbot } from "isbot";
import { parseUserAgent } from "#src/features/insights/clicks/user-agent.ts";
import { MAIL_PATH } from "#src/lib/paths.ts";
import type { HttpApp, HttpParts } from "#src/platform/http/http-module.ts";
import { MAIL_PAGE_POLICY } from "./snapshot.ts";
import { followToken } from "./tracking/tracking.ts";

/** One transparent pixel. */
const PICTURE = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
/** The response isn't cached, and neither search engines nor the site behind a link learn the recipient. */
const HEADERS = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" };

/** Where the links in e-mail lead first. */
export function deliveryHttp(app: HttpApp, { platform, addressOf }: HttpParts): void {
  app.get(`${MAIL_PATH}:token`, async (context) => {
    const userAgent = context.req.header("user-agent") ?? "";
    const isHead = context.req.method === "HEAD";
    const { device_type: device } = parseUserAgent(userAgent);
    const address = addressOf(context);
    const found = await followToken(platform, context.req.param("token"), {
      userAgent,
      isBot: isbot(userAgent),
      isHead,
      device,
      address,
      country: platform.geo.lookup(address).country,
    });
    if (found === undefined) return context.notFound();
    if (found === "picture")
      return new Response(PICTURE, { headers: { ...HEADERS, "Content-Type": "image/gif" } });
    if (found === "nothing") return new Response(null, { status: 204, headers: HEADERS });
    if ("html" in found)
      return new Response(found.html, {
        headers: {
          ...HEADERS,
          "Content-Type": "text/html; charset=utf-8",
          "Content-Security-Policy": MAIL_PAGE_POLICY,
        },
      });
    return new Response(null, { status: 302, headers: { ...HEADERS, Location: new URL(found.url).href } });
  });
}
