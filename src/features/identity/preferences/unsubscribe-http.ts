import type { Frame } from "#src/features/public/frame/frame.ts";
import { Failure } from "#src/lib/errors.ts";
import type { VisitorCtx } from "#src/platform/context.ts";
import { type HttpContext, type HttpParts, visitorCtxOf } from "#src/platform/http/http-module.ts";
import type { Subscription } from "./unsubscribe-link.ts";
import { type UnsubscribePlace, unsubscribePage } from "./unsubscribe-page.tsx";

type Act = (visit: VisitorCtx, token: string) => Promise<Subscription | undefined>;

interface Unsubscribing {
  /** Where people can turn it on again. */
  place: UnsubscribePlace;
  find: Act;
  stop: Act;
}

/**
 * Answers a kind of link in e-mail. Opening one only asks, because programs that look for dangerous links open them
 * all. Inboxes post to it (RFC 8058), and so does the page's button.
 */
export function unsubscribeAnswers(
  parts: HttpParts & { frame: Frame },
  { place, find, stop }: Unsubscribing,
) {
  const show = (context: HttpContext, view: Parameters<typeof unsubscribePage>[1]) => {
    const response = parts.frame.show(context.req.raw, (home) => unsubscribePage(home, view));
    // The link is personal and must not leak through the referrer.
    response.headers.set("Referrer-Policy", "no-referrer");
    return response;
  };
  const answerWith = (act: Act, isDone: boolean) => async (context: HttpContext) => {
    try {
      const found = await act(visitorCtxOf(parts, context), context.req.param("token") ?? "");
      return show(context, { place, found, isDone });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { status, message } = error;
      return show(context, { place, isDone, refusal: { status, message } });
    }
  };
  return { ask: answerWith(find, false), act: answerWith(stop, true) };
}
