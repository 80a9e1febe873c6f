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
 * The preference center, linked in e-mail. Opening it changes nothing. Inboxes post to it to unsubscribe (RFC
 * 8058), and so do the page's buttons, each with its own action.
 */
export function addPreferenceRoutes(app: HttpApp, parts: PreferenceParts): void {
  const path = `${PREFERENCES_PATH}/:token`;
  const show = (context: HttpContext, given: PreferencesView) => {
    const response = parts.site.show(context.req.raw, (home) => preferencesPage(home, given));
    // The link is personal and must not leak through the referrer.
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
      // Inboxes should send either content type (RFC 8058 §3.2), and a request with any other, or an
      // unreadable one, counts as unsubscribing, too.
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

/** An inbox's own button sends no action of ours, and means to unsubscribe. */
function actionIn(form: URLSearchParams): PreferenceAction {
  return PREFERENCE_ACTIONS.find((action) => action === form.get("action")) ?? "unsubscribe";
}
