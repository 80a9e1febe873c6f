import type { Frame } from "#src/features/public/frame/frame.ts";
import { Failure } from "#src/lib/errors.ts";
import { UNSUBSCRIBE_PATH } from "#src/lib/paths.ts";
import {
  type HttpApp,
  type HttpContext,
  type HttpParts,
  visitorCtxOf,
} from "#src/platform/http/http-module.ts";
import { findUnsubscription, unsubscribe } from "./preferences.ts";
import { unsubscribePage } from "./unsubscribe-page.tsx";

interface PreferenceParts extends HttpParts {
  frame: Frame;
}

/**
 * The link in e-mail about a topic. Opening it only asks, because programs that look for dangerous links open
 * them all. Inboxes post to it (RFC 8058), and so does the page's button.
 */
export function preferencesHttp(app: HttpApp, parts: PreferenceParts): void {
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
  const show = (context: HttpContext, make: Parameters<Frame["show"]>[1]) => {
    const response = parts.frame.show(context.req.raw, make);
    // The link is personal and must not leak through the referrer.
    response.headers.set("Referrer-Policy", "no-referrer");
    return response;
  };
  app.get(`${UNSUBSCRIBE_PATH}/:token`, answerWith(findUnsubscription, false));
  app.post(`${UNSUBSCRIBE_PATH}/:token`, answerWith(unsubscribe, true));
}
