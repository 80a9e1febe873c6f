import type { Context } from "hono";
import { RESERVED_USERNAMES } from "#src/features/pages/profiles/rules.ts";
import { Failure } from "#src/lib/errors.ts";
import type { Secrets } from "#src/platform/crypto/vault.ts";
import { type HttpApp, type HttpParts, visitorCtxOf } from "#src/platform/http/http-module.ts";
import { readRequestForm } from "#src/platform/http/read-body.ts";
import type { PublicPages } from "../public-page.ts";
import { type LeadAnswer, LeadPages } from "./lead-form.ts";

export interface LeadFormParts extends HttpParts {
  secrets: Secrets;
  /** Pages that are still in memory while the database is down. */
  pages: PublicPages;
}

const FORM_PATH = "/:username{[A-Za-z0-9]+}/lead";
const THANKS_PATH = "/:username{[A-Za-z0-9]+}/thank-you";
const FORM_BYTES_MAX = 16 * 1024;
const FIELD_CHARS_MAX = 2000;
const RETRY_AFTER_SECONDS = "5";

/** A page's lead form for browsers without JavaScript. It needs no session, so any site may post it. */
export function addLeadForm(app: HttpApp, parts: LeadFormParts): void {
  const pages = new LeadPages(parts.platform, parts.secrets, parts.pages.cache);
  app.post(FORM_PATH, async (context) => {
    const form = await readRequestForm(parts, context, { bytesMax: FORM_BYTES_MAX });
    const posted = {
      name: text(form.get("name")),
      email: text(form.get("email")),
      phone: text(form.get("phone")),
      subject: text(form.get("subject")),
      referrer: context.req.header("referer") ?? "",
      languages: languagesOf(context),
    };
    return answer(context, () =>
      pages.post(visitorCtxOf(parts, context), context.req.param("username"), posted),
    );
  });
  // People who open the form's URL get the page.
  app.get(FORM_PATH, (context, next) => {
    const { username } = context.req.param();
    return RESERVED_USERNAMES.has(username) ? next() : context.redirect(`/${username}`, 303);
  });
  app.get(THANKS_PATH, (context, next) => {
    const { username } = context.req.param();
    if (RESERVED_USERNAMES.has(username)) return next();
    const token = context.req.query("t") ?? "";
    return answer(context, () => pages.thank(username, token, languagesOf(context)));
  });
}

function languagesOf({ req }: Context): string {
  return req.header("accept-language") ?? "";
}

function text(value: string | null): string {
  return (value ?? "").slice(0, FIELD_CHARS_MAX);
}

async function answer(context: Context, ask: () => Promise<LeadAnswer>): Promise<Response> {
  const found = await ask().catch((error: unknown) => {
    if (error instanceof Failure && error.status === 404) return undefined;
    throw error;
  });
  if (!found) return context.notFound();
  if ("to" in found) return context.redirect(found.to, 303);
  const { html, csp, status } = found.page;
  const headers = { "Content-Security-Policy": csp, "Cache-Control": "no-store", Vary: "Accept-Language" };
  if (status === 503) context.header("Retry-After", RETRY_AFTER_SECONDS);
  return context.html(html, status as 200, headers);
}
