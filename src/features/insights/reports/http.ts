import type { Frame } from "#src/features/public/frame/frame.ts";
import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { Failure } from "#src/lib/errors.ts";
import { pageUrl } from "#src/lib/page-url.ts";
import { FIGURES_PATH } from "#src/lib/paths.ts";
import {
  type HttpApp,
  type HttpContext,
  type HttpParts,
  visitorCtxOf,
} from "#src/platform/http/http-module.ts";
import { findReportsOff, REPORTS_OFF_PATH, turnReportsOff } from "./reports-off-link.ts";
import { reportsOffPage } from "./reports-off-page.tsx";
import { checkPage, shareGonePage, sharePage } from "./shares/share-page.tsx";
import { checkFigures, findSharedLink, getSharedFigures } from "./shares/shares.ts";

interface ReportParts extends HttpParts {
  frame: Frame;
}

type Refusal = { status: number; message: string };

/** The link in reports, and links to shared figures. All of them work without a session, and without a script. */
export function reportsHttp(app: HttpApp, parts: ReportParts): void {
  const show = (context: HttpContext, make: (home: FrameHome) => FramePage) => {
    const response = parts.frame.show(context.req.raw, make);
    // The link is a secret and must not leak through the referrer.
    response.headers.set("Referrer-Policy", "no-referrer");
    response.headers.set("X-Robots-Tag", "noindex");
    return response;
  };
  /** Answers with a page, and with another one if that's refused. */
  const answering =
    (
      make: (context: HttpContext) => Promise<(home: FrameHome) => FramePage>,
      refused: (refusal: Refusal) => (home: FrameHome) => FramePage,
    ) =>
    async (context: HttpContext) => {
      try {
        return show(context, await make(context));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        const { status, message } = error;
        return show(context, refused({ status, message }));
      }
    };
  const token = (context: HttpContext) => context.req.param("token") ?? "";
  // Opening it only asks; inboxes post to it (RFC 8058), and so does the page's button.
  const turningOff = (act: typeof turnReportsOff, isDone: boolean) =>
    answering(
      async (context) => {
        const found = await act(visitorCtxOf(parts, context), token(context));
        return (home) => reportsOffPage(home, { found, isDone });
      },
      (refusal) => (home) => reportsOffPage(home, { isDone, refusal }),
    );
  app.get(`${REPORTS_OFF_PATH}/:token`, turningOff(findReportsOff, false));
  app.post(`${REPORTS_OFF_PATH}/:token`, turningOff(turnReportsOff, true));
  app.get(`${FIGURES_PATH}/check`, (context) =>
    show(context, (home) => checkPage(home, checkFigures(parts.platform, context.req.query()))),
  );
  app.get(
    `${FIGURES_PATH}/:token`,
    answering(
      async (context) => {
        const found = await findSharedLink(visitorCtxOf(parts, context), token(context));
        if (!found) return (home) => shareGonePage(home);
        const { share, name, username } = found;
        const figures = await getSharedFigures(parts.platform, share, username);
        const url = pageUrl({ username }, parts.platform.instance.pagesUrl);
        const isMediaKit = share.kind === "media_kit";
        return (home) => sharePage(home, { name, pageUrl: url, about: share.intro, isMediaKit, figures });
      },
      (refusal) => (home) => shareGonePage(home, refusal),
    ),
  );
}
