import {
  changePreferences,
  findPreferences,
  PREFERENCE_ACTIONS,
  type PreferenceAction,
} from "#src/features/audience/contacts/preference-center.ts";
import { LEAVING_REASONS } from "#src/features/audience/contacts/rules.ts";
import { Failure } from "#src/lib/errors.ts";
import { PREFERENCES_PATH } from "#src/lib/paths.ts";
import {
  type HttpApp,
  type HttpContext,
  type HttpParts,
  visitorCtxOf,
} from "#src/platform/http/http-module.ts";
import { readRequestForm } from "#src/platform/http/read-body.ts";
import { type PreferencesView, preferencesPage } from "./preferences-page.tsx";
import type { Site } from "./site.ts";

interface PreferenceParts extends HttpParts {
  site: Site;
}

const FORM_BYTES_MAX = 8 * 1024;

/**
 * Where fans choose what they get, by the link in an e-mail. Opening it only shows. Inboxes post to it to
 * unsubscribe (RFC 8058), and so do the page's buttons, which say what else they want.
 */
export function addPreferenceRoutes(app: HttpApp, parts: PreferenceParts): void {
  const path = `${PREFERENCES_PATH}/:token`;
  const show = (context: HttpContext, given: PreferencesView) => {
    const response = parts.site.show(context.req.raw, (home) => preferencesPage(home, given));
    // The link is this person's, and nobody else's to follow.
    response.headers.set("Referrer-Policy", "no-referrer");
    return response;
  };
  const answer = async (context: HttpContext, act: () => Promise<PreferencesView>) => {
    try {
      return show(context, await act());
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return show(context, { refusal: { status: error.status, message: error.message } });
    }
  };
  const tokenIn = (context: HttpContext) => context.req.param("token") ?? "";
  app.get(path, (context) =>
    answer(context, async () => ({
      found: await findPreferences(visitorCtxOf(parts, context), tokenIn(context)),
    })),
  );
  app.post(path, (context) =>
    answer(context, async () => {
      // Inboxes should send either kind (RFC 8058 §3.2), and who sends another, or nothing readable, wants to leave, too.
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

const UNREADABLE = new Set([400, 413, 415]);

function emptyIfUnreadable(error: unknown): URLSearchParams {
  if (error instanceof Failure && UNREADABLE.has(error.status)) return new URLSearchParams();
  throw error;
}

/** An inbox's own button says nothing that we know, and means to unsubscribe. */
function actionIn(form: URLSearchParams): PreferenceAction {
  return PREFERENCE_ACTIONS.find((action) => action === form.get("action")) ?? "unsubscribe";
}
