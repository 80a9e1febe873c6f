import { unsubscribeAnswers } from "#src/features/identity/preferences/unsubscribe-http.ts";
import type { Frame } from "#src/features/public/frame/frame.ts";
import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { Failure } from "#src/lib/errors.ts";
import { pageUrl } from "#src/lib/page-url.ts";
import { FIGURES_PATH, PATHS } from "#src/lib/paths.ts";
import {
  type HttpApp,
  type HttpContext,
  type HttpParts,
  visitorCtxOf,
} from "#src/platform/http/http-module.ts";
import { findReportsOff, REPORTS_OFF_PATH, turnReportsOff } from "./reports-off-link.ts";
import { checkPage, shareGonePage, sharePage } from "./shares/share-page.tsx";
import { checkFigures, findSharedLink, getSharedFigures } from "./shares/shares.ts";

interface ReportParts extends HttpParts {
  frame: Frame;
}

/** The link in reports, and links to shared figures. All of them work without a session, and without a script. */
export function reportsHttp(app: HttpApp, parts: ReportParts): void {
  const { ask, act } = unsubscribeAnswers(parts, {
    place: { href: PATHS.analytics, name: "Reports in Analytics" },
    find: findReportsOff,
    stop: turnReportsOff,
  });
  app.get(`${REPORTS_OFF_PATH}/:token`, ask);
  app.post(`${REPORTS_OFF_PATH}/:token`, act);
  const show = (context: HttpContext, make: (home: FrameHome) => FramePage) => {
    const response = parts.frame.show(context.req.raw, make);
    // The link is a secret and must not leak through the referrer.
    response.headers.set("Referrer-Policy", "no-referrer");
    response.headers.set("X-Robots-Tag", "noindex");
    return response;
  };
  app.get(`${FIGURES_PATH}/check`, (context) =>
    show(context, (home) => checkPage(home, checkFigures(parts.platform, context.req.query()))),
  );
  app.get(`${FIGURES_PATH}/:token`, async (context) => {
    try {
      const found = await findSharedLink(visitorCtxOf(parts, context), context.req.param("token"));
      if (!found) return show(context, (home) => shareGonePage(home));
      const { share, name, username } = found;
      const figures = await getSharedFigures(parts.platform, share, username);
      const url = pageUrl(found, parts.platform.instance.pagesUrl);
      const isMediaKit = share.kind === "media_kit";
      return show(context, (home) =>
        sharePage(home, { name, pageUrl: url, about: share.intro, isMediaKit, figures }),
      );
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { status, message } = error;
      return show(context, (home) => shareGonePage(home, { status, message }));
    }
  });
}
