import { createElement } from "react";
import { LEAD_ERRORS } from "#src/features/audience/leads/contract.ts";
import { captureLead } from "#src/features/audience/leads/leads.ts";
import { type LeadForm, parseLeadForm } from "#src/features/pages/profiles/page/lead-form.ts";
import { RESERVED_USERNAMES, USERNAME_PATTERN } from "#src/features/pages/profiles/rules.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import { isBlank } from "#src/lib/text.ts";
import type { Platform, VisitorCtx } from "#src/platform/context.ts";
import { parseToken, signToken } from "#src/platform/crypto/signed-token.ts";
import type { Secrets } from "#src/platform/crypto/vault.ts";
import { visitorTranslatorFor } from "#src/platform/languages.ts";
import { LeadFormPage, ThankYouPage } from "../page/lead/LeadPages.tsx";
import {
  CONFIRM_MESSAGE,
  duplicateMessage,
  findMissing,
  LEAD_TEXTS,
  type LeadField,
  type LeadFormErrors,
  type LeadMessage,
  successMessage,
  toFormErrors,
} from "../page/lead/lead-texts.ts";
import { toPageView } from "../page/to-page-view.ts";
import type { PageCache } from "../page-cache.ts";
import { ownLanguageOf, type RenderedPage, renderSide } from "../render/render.ts";
import { homeOf } from "../settings.ts";
import { findNewUsername, findPage, type PageRow } from "../store.ts";

export interface PostedLead {
  name: string;
  email: string;
  phone: string;
  /** A honeypot. */
  subject: string;
  /** The page that the form was on; only URLs of other sites are stored. */
  referrer: string;
  /** The browser's preferred languages, as in the header. */
  languages: string;
}

export type LeadAnswer = { to: string } | { page: RenderedPage };

/** The thank-you page is for the visitor who has just sent the form, so its URL soon stops working. */
const THANKS_MS = 60 * 60 * 1000;
const PURPOSE = "leads.thank-you";

/** Cached pages by username, the only source of a form while the database is down. */
type KeptPages = Pick<PageCache, "find">;

/** The lead form without JavaScript: it posts, and a thank-you page follows. */
export class LeadPages {
  readonly #platform: Platform;
  readonly #pages: KeptPages;
  readonly #signing: { secrets: Secrets; purpose: string };

  constructor(platform: Platform, secrets: Secrets, pages: KeptPages) {
    this.#platform = platform;
    this.#pages = pages;
    this.#signing = { secrets, purpose: PURPOSE };
  }

  /** Throws a `Failure` if there is no such page. The input comes back even while the database is down. */
  async post(visit: VisitorCtx, username: string, posted: PostedLead): Promise<LeadAnswer> {
    try {
      return await this.#capture(visit, await this.#find(username), posted);
    } catch (error) {
      if (error instanceof Failure) throw error;
      this.#platform.log.error({ err: error }, "a lead could not be kept");
      return { page: this.#failed(username.toLowerCase(), posted) };
    }
  }

  async #capture(visit: VisitorCtx, row: PageRow, posted: PostedLead): Promise<LeadAnswer> {
    const input = {
      p_profile_id: row.id,
      p_name: posted.name,
      p_email: posted.email,
      p_phone: posted.phone,
      p_subject: posted.subject,
      p_referrer: posted.referrer,
    };
    try {
      const { confirm } = await captureLead(visit, input);
      return { to: this.#thanksAddress(row, confirm ? "confirm" : "new") };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code === "23505") {
        const isAsked = (error.data as { confirm?: boolean } | undefined)?.confirm;
        return { to: this.#thanksAddress(row, isAsked ? "confirm" : "again") };
      }
      return this.#formAgain(row, posted, error);
    }
  }

  /** Renders the cached page's form, or a plain one: the visitor only has to send it again. */
  #failed(username: string, posted: PostedLead): RenderedPage {
    const home = homeOf(this.#platform);
    const view = this.#pages.find(username)?.withForm ?? null;
    const words = visitorTranslatorFor(view ? ownLanguageOf(view) : "", posted.languages);
    const form = view?.lead_form ?? formOf(posted);
    const page = createElement(LeadFormPage, {
      view: view ?? { username, name: username, background: null },
      home,
      words,
      form: view ? form : { ...form, title: words.say(form.title), button: words.say(form.button) },
      problem: { ...typedIn(posted), message: LEAD_TEXTS.keptError, fields: {} },
    });
    return { ...renderSide({ view, home, words, page }), status: 503 };
  }

  /** Without a current token the visitor is redirected to the page itself. */
  async thank(username: string, token: string, languages: string): Promise<LeadAnswer> {
    const row = await this.#find(username);
    const [profileId, kind, until] = (parseToken(this.#signing, token) ?? "").split(" ");
    if (
      row.status !== "active" ||
      profileId !== row.id ||
      !(Number(until) > this.#platform.now().getTime())
    ) {
      return { to: `/${row.username}` };
    }
    const download = parseLeadForm(row)?.download ?? null;
    const news = thankYouMessage(kind, download !== null);
    const side = this.#side(row, languages);
    const page = createElement(ThankYouPage, { ...side, text: news.text, download });
    return { page: { ...renderSide({ ...side, page }), status: 200 } };
  }

  #formAgain(row: PageRow, posted: PostedLead, refusal: Failure): LeadAnswer {
    const form = toPageView(row, row.links).lead_form;
    // The form is gone by now, which the page itself shows.
    if (!form || refusal.code in { LEAD_FORM_CLOSED: 0, PROFILE_NOT_FOUND: 0 })
      return { to: `/${row.username}` };
    const side = this.#side(row, posted.languages);
    const problem = { ...typedIn(posted), ...formErrorsOf(posted, form, refusal) };
    const page = createElement(LeadFormPage, { ...side, form, problem });
    return { page: { ...renderSide({ ...side, page }), status: refusal.status } };
  }

  #side(row: PageRow, languages: string) {
    const home = homeOf(this.#platform);
    const words = visitorTranslatorFor(ownLanguageOf(toPageView(row, row.links)), languages);
    return { view: { ...toPageView(row, row.links), links: [], promotion: null }, home, words };
  }

  #thanksAddress(row: PageRow, kind: "new" | "again" | "confirm"): string {
    const until = this.#platform.now().getTime() + THANKS_MS;
    return `/${row.username}/thank-you?t=${signToken(this.#signing, `${row.id} ${kind} ${until}`)}`;
  }

  /** Returns the page with this username, or one that recently had it. */
  async #find(written: string): Promise<PageRow> {
    const username = written.toLowerCase();
    const { database, db } = this.#platform;
    if (!USERNAME_PATTERN.test(username) || RESERVED_USERNAMES.has(username)) {
      throw failure(LEAD_ERRORS, "PROFILE_NOT_FOUND");
    }
    const row = await findPage(database, username);
    if (row) return row;
    const renamed = await findNewUsername(db, username, this.#platform.now().toISOString());
    const moved = renamed && (await findPage(database, renamed));
    if (!moved) throw failure(LEAD_ERRORS, "PROFILE_NOT_FOUND");
    return moved;
  }
}

function thankYouMessage(kind: string | undefined, hasDownload: boolean): LeadMessage {
  if (kind === "confirm") return CONFIRM_MESSAGE;
  return (kind === "again" ? duplicateMessage : successMessage)(hasDownload);
}

function typedIn({ name, email, phone }: PostedLead) {
  return { name, email, phone };
}

function formErrorsOf(posted: PostedLead, { phone }: LeadForm, refusal: Failure): LeadFormErrors {
  if (refusal.code !== "MISSING_INFORMATION" && refusal.code !== "PHONE_REQUIRED")
    return toFormErrors(refusal);
  const required: LeadField[] = phone === "required" ? ["name", "email", "phone"] : ["name", "email"];
  const missing = findMissing((field) => isBlank(posted[field]), required);
  return Object.keys(missing.fields).length > 0 ? missing : toFormErrors(refusal);
}

/** Creates a form for the submitted fields, when nothing else is known. */
function formOf(posted: PostedLead): LeadForm {
  const phone = posted.phone === "" ? "hidden" : "optional";
  return {
    title: "Sign up",
    description: "",
    button: "Send again",
    disclaimer: "",
    phone,
    download: null,
    confirms: false,
  };
}
