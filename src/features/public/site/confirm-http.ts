import { confirmSignUp, findConfirmation } from "#src/features/audience/contacts/double-opt-in.ts";
import { Failure } from "#src/lib/errors.ts";
import { CONFIRM_PATH } from "#src/lib/paths.ts";
import {
  type HttpApp,
  type HttpContext,
  type HttpParts,
  visitorCtxOf,
} from "#src/platform/http/http-module.ts";
import { type ConfirmationView, confirmPage } from "./confirm-page.tsx";
import type { Site } from "./site.ts";

interface ConfirmParts extends HttpParts {
  site: Site;
}

/** The target of the link in a confirmation e-mail. Opening it changes nothing. */
export function addConfirmRoutes(app: HttpApp, parts: ConfirmParts): void {
  const answer = async (context: HttpContext, act: typeof findConfirmation) => {
    const response = parts.site.show(context.req.raw, await look(context, act));
    // The link is personal and must not leak through the referrer.
    response.headers.set("Referrer-Policy", "no-referrer");
    return response;
  };
  const look = async (context: HttpContext, act: typeof findConfirmation) => {
    const shown = await foundBy(() => act(visitorCtxOf(parts, context), context.req.param("token") ?? ""));
    return (home: Parameters<typeof confirmPage>[0]) => confirmPage(home, shown);
  };
  app.get(`${CONFIRM_PATH}/:token`, (context) => answer(context, findConfirmation));
  app.post(`${CONFIRM_PATH}/:token`, (context) => answer(context, confirmSignUp));
}

async function foundBy(act: () => ReturnType<typeof findConfirmation>): Promise<ConfirmationView> {
  try {
    return { found: await act() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { refusal: { status: error.status, message: error.message } };
  }
}
