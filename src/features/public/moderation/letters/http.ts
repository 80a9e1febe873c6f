import type { Frame } from "#src/features/public/frame/frame.ts";
import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { Failure } from "#src/lib/errors.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { VisitorTranslator } from "#src/lib/visitor-translator.ts";
import {
  type HttpApp,
  type HttpContext,
  type HttpParts,
  visitorCtxOf,
} from "#src/platform/http/http-module.ts";
import { readRequestForm, requireSameSite } from "#src/platform/http/read-body.ts";
import { LETTER_ERRORS } from "./letter-errors.ts";
import { casePage, letterGonePage, reportStatusPage } from "./letter-pages.tsx";
import { answerQuestion, appealDecision, findLetter, findReportLink, findReportStatus } from "./letters.ts";
import { lookUpPage } from "./look-up-page.tsx";

interface LetterParts extends HttpParts {
  frame: Frame;
}

type Make = (home: FrameHome, words: VisitorTranslator) => FramePage;
type Show = (context: HttpContext, make: Make) => Response;

const FORM_BYTES_MAX = 64 * 1024;

/** Pages behind links that only their receivers have. They work without a session and without JavaScript. */
export function letterHttp(app: HttpApp, parts: LetterParts): void {
  const show: Show = (context, make) => {
    const response = parts.frame.show(context.req.raw, make);
    // The link is a secret and must not leak through the referrer; forms still say where they come from.
    response.headers.set("Referrer-Policy", "same-origin");
    response.headers.set("X-Robots-Tag", "noindex");
    return response;
  };
  const orGone = async (context: HttpContext, find: () => Promise<Make | undefined>) => {
    try {
      const page = await find();
      return show(
        context,
        page ?? ((home, words) => letterGonePage(home, words, LETTER_ERRORS.LETTER_NOT_FOUND)),
      );
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return show(context, (home, words) => letterGonePage(home, words, error));
    }
  };
  lookUpHttp(app, parts, show);
  app.get(`${PATHS.reportStatus}/:token`, (context) =>
    orGone(context, async () => {
      const found = await findReportStatus(visitorCtxOf(parts, context), context.req.param("token"));
      return found && ((home, words) => reportStatusPage(home, words, found));
    }),
  );
  app.get(`${PATHS.caseLetter}/:token`, (context) =>
    orGone(context, async () => {
      const row = await findLetter(visitorCtxOf(parts, context), context.req.param("token"));
      return row && ((home, words) => casePage(home, words, { row }));
    }),
  );
  app.post(`${PATHS.caseLetter}/:token`, async (context) => {
    requireSameSite(context.req.raw, parts.platform.instance.publicUrl);
    const form = await readRequestForm(parts, context, { bytesMax: FORM_BYTES_MAX });
    const text = form.get("text") ?? "";
    const act = form.get("act") === "appeal" ? appealDecision : answerQuestion;
    const token = context.req.param("token");
    const visit = visitorCtxOf(parts, context);
    try {
      await act(visit, token, text);
      return context.redirect(`${PATHS.caseLetter}/${token}`, 303);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { status, message } = error;
      return orGone(context, async () => {
        const row = await findLetter(visit, token);
        return (
          row && ((home, words) => casePage(home, words, { row, typed: { status, text, problem: message } }))
        );
      });
    }
  });
}

/** The form for a report's number. */
function lookUpHttp(app: HttpApp, parts: LetterParts, show: Show): void {
  app.get(PATHS.reportStatus, (context) => show(context, (home, words) => lookUpPage(home, words)));
  app.post(PATHS.reportStatus, async (context) => {
    requireSameSite(context.req.raw, parts.platform.instance.publicUrl);
    const form = await readRequestForm(parts, context, { bytesMax: FORM_BYTES_MAX });
    const typed = { number: form.get("number") ?? "", email: form.get("email") ?? "" };
    try {
      const url = await findReportLink(visitorCtxOf(parts, context), typed);
      return context.redirect(new URL(url).pathname, 303);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { status, message } = error;
      return show(context, (home, words) => lookUpPage(home, words, { ...typed, status, problem: message }));
    }
  });
}
