import { findUnsubscription, unsubscribe } from "#src/features/identity/preferences/preferences.ts";
import { Failure } from "#src/lib/errors.ts";
import { UNSUBSCRIBE_PATH } from "#src/lib/paths.ts";
import {
  type HttpApp,
  type HttpContext,
  type HttpParts,
  visitorCtxOf,
} from "#src/platform/http/http-module.ts";
import type { Site } from "./site.ts";
import { unsubscribePage } from "./unsubscribe-page.tsx";

interface UnsubscribeParts extends HttpParts {
  site: Site;
}

/**
 * The link in e-mail about a topic. Opening it only asks, because programs that look for dangerous links open
 * them all. Inboxes post to it (RFC 8058), and so does the page's button.
 */
export function addUnsubscribeRoutes(app: HttpApp, parts: UnsubscribeParts): void {
  const path = `${UNSUBSCRIBE_PATH}/:token`;
  const answerWith = (act: typeof unsubscribe, isDone: boolean) => async (context: HttpContext) => {
    try {
      const found = await act(visitorCtxOf(parts, context), context.req.param("token") ?? "");
      return show(context, (home) => unsubscribePage(home, { found, isDone }));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { status, message } = error;
      return show(context, (home) => unsubscribePage(home, { isDone, refusal: { status, message } }));
    }
  };
  const show = (context: HttpContext, make: Parameters<Site["show"]>[1]) => {
    const response = parts.site.show(context.req.raw, make);
    // The link is personal and must not leak through the referrer.
    response.headers.set("Referrer-Policy", "no-referrer");
    return response;
  };
  app.get(path, answerWith(findUnsubscription, false));
  app.post(path, answerWith(unsubscribe, true));
}
