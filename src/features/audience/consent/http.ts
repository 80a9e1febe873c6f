import { LEAVING_REASONS } from "#src/features/audience/consent-records/rules.ts";
import type { Frame } from "#src/features/public/frame/frame.ts";
import { Failure } from "#src/lib/errors.ts";
import { CONFIRM_PATH, PREFERENCES_PATH } from "#src/lib/paths.ts";
import {
  type HttpApp,
  type HttpContext,
  type HttpParts,
  visitorCtxOf,
} from "#src/platform/http/http-module.ts";
import { readRequestForm } from "#src/platform/http/read-body.ts";
import { type ConfirmationView, confirmPage } from "./confirm-page.tsx";
import { confirmSignUp, findConfirmation } from "./double-opt-in.ts";
import {
  changePreferences,
  findPreferences,
  PREFERENCE_ACTIONS,
  type PreferenceAction,
} from "./preference-center.ts";
import { type PreferencesView, preferencesPage } from "./preferences-page.tsx";

interface ConsentParts extends HttpParts {
  frame: Frame;
}

/**
 * The pages of links in e-mail to fans. Opening a link changes nothing, because programs that look for
 * dangerous links open them all.
 */
export function consentHttp(app: HttpApp, parts: ConsentParts): void {
  addConfirmation(app, parts);
  addPreferenceCenter(app, parts);
}

function show(parts: ConsentParts, context: HttpContext, make: Parameters<Frame["show"]>[1]): Response {
  const response = parts.frame.show(context.req.raw, make);
  // The link is personal and must not leak through the referrer.
  response.headers.set("Referrer-Policy", "no-referrer");
  return response;
}

const tokenIn = (context: HttpContext) => context.req.param("token") ?? "";

function addConfirmation(app: HttpApp, parts: ConsentParts): void {
  const answerWith = (act: typeof findConfirmation) => async (context: HttpContext) => {
    const given = await orRefusal<ConfirmationView>(async () => ({
      found: await act(visitorCtxOf(parts, context), tokenIn(context)),
    }));
    return show(parts, context, (home) => confirmPage(home, given));
  };
  app.get(`${CONFIRM_PATH}/:token`, answerWith(findConfirmation));
  app.post(`${CONFIRM_PATH}/:token`, answerWith(confirmSignUp));
}

const FORM_BYTES_MAX = 8 * 1024;

/**
 * The preference center. Inboxes post to it to unsubscribe (RFC 8058), and so do the page's buttons, with the
 * chosen action.
 */
function addPreferenceCenter(app: HttpApp, parts: ConsentParts): void {
  const answer = async (context: HttpContext, act: () => Promise<PreferencesView>) => {
    const given = await orRefusal(act);
    return show(parts, context, (home) => preferencesPage(home, given));
  };
  app.get(`${PREFERENCES_PATH}/:token`, (context) =>
    answer(context, async () => ({
      found: await findPreferences(visitorCtxOf(parts, context), tokenIn(context)),
    })),
  );
  app.post(`${PREFERENCES_PATH}/:token`, (context) =>
    answer(context, async () => {
      // Inboxes should send either content type (RFC 8058 §3.2). A request with any other, or an unreadable
      // one, counts as unsubscribing, too.
      const asked = readRequestForm(parts, context, { bytesMax: FORM_BYTES_MAX, takesParts: true });
      const form = await asked.catch(emptyIfUnreadable);
      const action = actionIn(form);
      const reason = LEAVING_REASONS.find((one) => one === form.get("reason"));
      const topic = form.get("topic") ?? undefined;
      const visit = visitorCtxOf(parts, context);
      return {
        found: await changePreferences(visit, tokenIn(context), { action, reason, topic }),
        done: action,
      };
    }),
  );
}

async function orRefusal<View>(
  act: () => Promise<View>,
): Promise<View | { refusal: { status: number; message: string } }> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { refusal: { status: error.status, message: error.message } };
  }
}

const UNREADABLE = new Set([400, 413, 415]);

function emptyIfUnreadable(error: unknown): URLSearchParams {
  if (error instanceof Failure && UNREADABLE.has(error.status)) return new URLSearchParams();
  throw error;
}

/** A request from an inbox's own button contains no known action and means to unsubscribe. */
function actionIn(form: URLSearchParams): PreferenceAction {
  return PREFERENCE_ACTIONS.find((action) => action === form.get("action")) ?? "unsubscribe";
}
