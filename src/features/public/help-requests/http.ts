import type { Auth } from "#src/features/identity/accounts/auth/auth.ts";
import type { Frame } from "#src/features/public/frame/frame.ts";
import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { isId } from "#src/lib/endpoint.ts";
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
import { EXCHANGE_ERRORS } from "./exchange-errors.ts";
import { exchangePage, linkGonePage } from "./exchange-pages.tsx";
import { findExchange, sendLinkAgain, writeAgain } from "./exchanges.ts";
import { type HelpDraft, helpFormPage, helpThanksPage } from "./form-pages.tsx";
import { linkFormPage } from "./link-form-page.tsx";
import { exchangeUrl } from "./links.ts";
import { type Sender, takeRequest } from "./requests.ts";
import { MESSAGE_CHARS_MAX } from "./rules.ts";

interface HelpParts extends HttpParts {
  frame: Frame;
  auth: Auth;
}

type Make = (home: FrameHome, words: VisitorTranslator) => FramePage;

const FORM_BYTES_MAX = 128 * 1024;
const FIELD_CHARS_MAX = 10_000;
const NUMBER_PATTERN = /^H-[0-9A-Z]{4}-[0-9A-Z]{4}$/;
const TOKEN_PATTERN = /^[\w-]{20,200}$/;

/** Requests for help: forms and pages that work without JavaScript, in the visitor's language. */
export function helpRequestsHttp(app: HttpApp, parts: HelpParts): void {
  const show = showIn(parts);
  formHttp(app, parts, show);
  linkHttp(app, parts, show);
  exchangeHttp(app, parts, show);
}

type Show = ReturnType<typeof showIn>;

const showIn =
  ({ frame }: HelpParts) =>
  (context: HttpContext, make: Make): Response => {
    const response = frame.show(context.req.raw, make);
    // Links to exchanges are secrets and must not leak through the referrer; forms still say where they come from.
    response.headers.set("Referrer-Policy", "same-origin");
    response.headers.set("X-Robots-Tag", "noindex");
    return response;
  };

async function senderOf({ auth }: HelpParts, context: HttpContext): Promise<Sender | undefined> {
  return (await auth.findSession(context.req.raw.headers))?.person;
}

function formHttp(app: HttpApp, parts: HelpParts, show: Show): void {
  const { platform } = parts;
  app.get(PATHS.helpRequest, async (context) => {
    const sender = await senderOf(parts, context);
    const page_url = text(context.req.query("page") ?? null);
    const draft = { id: platform.newId(), email: "", subject: "", text: "", page_url };
    return show(context, (home, words) => helpFormPage(home, words, { draft, signedIn: sender?.email }));
  });
  app.get(`${PATHS.helpRequest}/thanks`, (context) => {
    const number = context.req.query("number") ?? "";
    // The link to follow it was made for whoever sent it, and is checked where it leads.
    const follow = context.req.query("follow") ?? "";
    const shown = {
      number: NUMBER_PATTERN.test(number) ? number : undefined,
      token: TOKEN_PATTERN.test(follow) ? follow : undefined,
    };
    return show(context, (home, words) => helpThanksPage(home, words, shown));
  });
  app.post(PATHS.helpRequest, async (context) => {
    requireSameSite(context.req.raw, platform.instance.publicUrl);
    const form = await readRequestForm(parts, context, { bytesMax: FORM_BYTES_MAX });
    const draft = parseDraft(form, platform.newId());
    const sender = await senderOf(parts, context);
    try {
      const website = text(form.get("website"));
      const { number, id } = await takeRequest(visitorCtxOf(parts, context), { ...draft, website }, sender);
      // Without a session, only the e-mail shows whose address it is.
      const token = sender && id && exchangeUrl(platform, id).split("/").at(-1);
      return context.redirect(
        `${PATHS.helpRequest}/thanks?number=${number}${token ? `&follow=${token}` : ""}`,
        303,
      );
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const shown = { draft, signedIn: sender?.email, problem: error };
      return show(context, (home, words) => helpFormPage(home, words, shown));
    }
  });
}

/** The form for a request's number. */
function linkHttp(app: HttpApp, parts: HelpParts, show: Show): void {
  app.get(PATHS.helpRequestStatus, (context) => show(context, (home, words) => linkFormPage(home, words)));
  app.post(PATHS.helpRequestStatus, async (context) => {
    requireSameSite(context.req.raw, parts.platform.instance.publicUrl);
    const form = await readRequestForm(parts, context, { bytesMax: FORM_BYTES_MAX });
    const typed = { number: text(form.get("number")), email: text(form.get("email")) };
    try {
      await sendLinkAgain(visitorCtxOf(parts, context), typed);
      return show(context, (home, words) => linkFormPage(home, words, { isSent: true }));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return show(context, (home, words) => linkFormPage(home, words, { ...typed, problem: error }));
    }
  });
}

/** Pages behind links that only their receivers have. */
function exchangeHttp(app: HttpApp, parts: HelpParts, show: Show): void {
  const exchangeOf = async (context: HttpContext, typed?: { text: string; problem: Failure }) => {
    try {
      const token = context.req.param("token") ?? "";
      const found = await findExchange(visitorCtxOf(parts, context), token);
      const id = parts.platform.newId();
      return show(context, (home, words) =>
        found
          ? exchangePage(home, words, { ...found, id, ...(typed && { typed }) })
          : linkGonePage(home, words, EXCHANGE_ERRORS.LINK_NOT_FOUND),
      );
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return show(context, (home, words) => linkGonePage(home, words, error));
    }
  };
  app.get(`${PATHS.helpRequestStatus}/:token`, (context) => exchangeOf(context));
  app.post(`${PATHS.helpRequestStatus}/:token`, async (context) => {
    requireSameSite(context.req.raw, parts.platform.instance.publicUrl);
    const form = await readRequestForm(parts, context, { bytesMax: FORM_BYTES_MAX });
    const token = context.req.param("token") ?? "";
    const typed = text(form.get("text"));
    const id = text(form.get("id"));
    try {
      const message = { text: typed, id: isId(id) ? id : parts.platform.newId() };
      await writeAgain(visitorCtxOf(parts, context), token, message);
      return context.redirect(`${PATHS.helpRequestStatus}/${token}#newest`, 303);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return exchangeOf(context, { text: typed.slice(0, MESSAGE_CHARS_MAX), problem: error });
    }
  });
}

function parseDraft(form: URLSearchParams, newId: string): HelpDraft {
  const id = text(form.get("id"));
  return {
    id: isId(id) ? id : newId,
    email: text(form.get("email")),
    subject: text(form.get("subject")),
    text: text(form.get("text")),
    page_url: text(form.get("page_url")),
  };
}

function text(value: string | null): string {
  return (value ?? "").slice(0, FIELD_CHARS_MAX);
}
