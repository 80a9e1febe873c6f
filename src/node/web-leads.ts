import type { Context, Hono } from "hono";
import { RESERVED_USERNAMES } from "#src/features/profiles/rules.ts";
import { type LeadAnswer, LeadPages } from "#src/features/public-page/lead-pages.ts";
import type { PublicPages } from "#src/features/public-page/public-page.ts";
import { Failure } from "#src/lib/errors.ts";
import type { Platform } from "#src/platform/context.ts";
import { requestFacts } from "#src/platform/http/request-facts.ts";
import { type Reception, receiveForm } from "./web-guards.ts";

interface LeadParts extends Reception {
  platform: Platform;
  /** What the instance signs with. */
  secret: string;
  /** What is still in memory while the database is down. */
  pages: PublicPages;
}

const FORM_PATH = "/:username{[A-Za-z0-9]+}/lead";
const THANKS_PATH = "/:username{[A-Za-z0-9]+}/thank-you";
const FORM_BYTES_MAX = 16 * 1024;
const FIELD_CHARS_MAX = 2000;
const RETRY_AFTER_SECONDS = "5";

/** The lead form of a page for browsers without script: it needs no session, so every site may post it. */
export function addLeadPages(app: Hono<{ Variables: { requestId: string } }>, parts: LeadParts): void {
  const { platform, secret, addressOf } = parts;
  const pages = new LeadPages(platform, secret, parts.pages.cache);
  app.post(FORM_PATH, async (context) => {
    const request = context.req.raw;
    const form = await receiveForm(parts, context, FORM_BYTES_MAX);
    const visit = { ...platform, request: requestFacts(request, addressOf(context)) };
    const posted = {
      name: text(form.get("name")),
      email: text(form.get("email")),
      phone: text(form.get("phone")),
      subject: text(form.get("subject")),
      referrer: request.headers.get("referer") ?? "",
    };
    return answer(context, () => pages.post(visit, context.req.param("username"), posted));
  });
  // Whoever goes to the address of the form finds the page.
  app.get(FORM_PATH, (context, next) => {
    const { username } = context.req.param();
    return RESERVED_USERNAMES.has(username) ? next() : context.redirect(`/${username}`, 303);
  });
  app.get(THANKS_PATH, (context, next) => {
    const { username } = context.req.param();
    if (RESERVED_USERNAMES.has(username)) return next();
    return answer(context, () => pages.thank(username, context.req.query("t") ?? ""));
  });
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
  const headers = { "Content-Security-Policy": csp, "Cache-Control": "no-store" };
  if (status === 503) context.header("Retry-After", RETRY_AFTER_SECONDS);
  return context.html(html, status as 200, headers);
}
