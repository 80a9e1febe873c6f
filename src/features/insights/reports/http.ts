import type { Frame } from "#src/features/public/frame/frame.ts";
import { Failure } from "#src/lib/errors.ts";
import {
  type HttpApp,
  type HttpContext,
  type HttpParts,
  visitorCtxOf,
} from "#src/platform/http/http-module.ts";
import { findReportsOff, REPORTS_OFF_PATH, turnReportsOff } from "./reports-off-link.ts";
import { reportsOffPage } from "./reports-off-page.tsx";

interface ReportParts extends HttpParts {
  frame: Frame;
}

/** The link in reports. Opening it only asks; inboxes post to it (RFC 8058), and so does the page's button. */
export function reportsHttp(app: HttpApp, parts: ReportParts): void {
  const show = (context: HttpContext, make: Parameters<Frame["show"]>[1]) => {
    const response = parts.frame.show(context.req.raw, make);
    // The link is personal and must not leak through the referrer.
    response.headers.set("Referrer-Policy", "no-referrer");
    return response;
  };
  const answerWith = (act: typeof turnReportsOff, isDone: boolean) => async (context: HttpContext) => {
    try {
      const found = await act(visitorCtxOf(parts, context), context.req.param("token") ?? "");
      return show(context, (home) => reportsOffPage(home, { found, isDone }));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { status, message } = error;
      return show(context, (home) => reportsOffPage(home, { isDone, refusal: { status, message } }));
    }
  };
  app.get(`${REPORTS_OFF_PATH}/:token`, answerWith(findReportsOff, false));
  app.post(`${REPORTS_OFF_PATH}/:token`, answerWith(turnReportsOff, true));
}
