import { createElement } from "react";
import { LEAD_ERRORS } from "#src/features/leads/contract.ts";
import { captureLead } from "#src/features/leads/leads.ts";
import { readLeadForm } from "#src/features/profiles/page/lead-form.ts";
import { RESERVED_USERNAMES, USERNAME_PATTERN } from "#src/features/profiles/rules.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import type { Platform, Visit } from "#src/platform/context.ts";
import { readToken, signToken } from "#src/platform/crypto/signed-token.ts";
import { LeadFormPage, ThankYouPage } from "./page/LeadPages.tsx";
import { againNews, LEAD_TEXTS, successNews } from "./page/lead-texts.ts";
import { pageView } from "./page/page-source.ts";
import type { PageHome } from "./page/page-view.ts";
import { type RenderedPage, renderSide } from "./render.ts";
import { findNewUsername, findPage, type PageRow } from "./store.ts";

/** The form as browsers post it. */
export interface PostedLead {
  name: string;
  email: string;
  phone: string;
  /** What people do not see. */
  subject: string;
  /** The page that the form was on; only another site's is kept. */
  referrer: string;
}

/** Another address, or a page. */
export type LeadAnswer = { to: string } | { page: RenderedPage };

/** The thank-you page is for whoever has just sent the form: its address is worth nothing to others for long. */
const THANKS_MS = 60 * 60 * 1000;
const PURPOSE = "leads.thank-you";

/** The lead form without JavaScript: it posts, and leads on to a page that says thank you. */
export class LeadPages {
  readonly #platform: Platform;
  readonly #signing: { secret: string; purpose: string };

  constructor(platform: Platform, secret: string) {
    this.#platform = platform;
    this.#signing = { secret, purpose: PURPOSE };
  }

  /** Throws a `Failure` where there is no such page. */
  async post(visit: Visit, username: string, posted: PostedLead): Promise<LeadAnswer> {
    const row = await this.#find(username);
    const input = {
      p_profile_id: row.id,
      p_name: posted.name,
      p_email: posted.email,
      p_phone: posted.phone,
      p_subject: posted.subject,
      p_referrer: posted.referrer,
    };
    try {
      await captureLead(visit, input);
      return { to: this.#thanksAddress(row, "new") };
    } catch (error) {
      if (!(error instanceof Failure)) {
        this.#platform.log.error({ err: error }, "a lead could not be kept");
        return this.#formAgain(row, posted, { code: "FAILED", status: 500, message: LEAD_TEXTS.error });
      }
      if (error.code === "23505") return { to: this.#thanksAddress(row, "again") };
      const isMissing = error.code === "MISSING_INFORMATION" || error.code === "PHONE_REQUIRED";
      const message = isMissing ? `${LEAD_TEXTS.missingTitle}: ${error.message}` : error.message;
      return this.#formAgain(row, posted, { code: error.code, status: error.status, message });
    }
  }

  /** Whoever has no token, or an old one, is led to the page itself. */
  async thank(username: string, token: string): Promise<LeadAnswer> {
    const row = await this.#find(username);
    const [profileId, kind, until] = (readToken(this.#signing, token) ?? "").split(" ");
    if (
      row.status !== "active" ||
      profileId !== row.id ||
      !(Number(until) > this.#platform.now().getTime())
    ) {
      return { to: `/${row.username}` };
    }
    const download = readLeadForm(row)?.download ?? null;
    const news = (kind === "again" ? againNews : successNews)(download !== null);
    const page = createElement(ThankYouPage, { ...this.#side(row), text: news.text, download });
    return { page: { ...renderSide({ ...this.#side(row), page }), status: 200 } };
  }

  #formAgain(
    row: PageRow,
    posted: PostedLead,
    { code, status, message }: Pick<Failure, "code" | "status" | "message">,
  ): LeadAnswer {
    const form = readLeadForm(row);
    // Gone meanwhile: the page itself says what there is.
    if (!form || code in { LEAD_FORM_CLOSED: 0, PROFILE_NOT_FOUND: 0 }) return { to: `/${row.username}` };
    const page = createElement(LeadFormPage, {
      ...this.#side(row),
      form,
      problem: { message, name: posted.name, email: posted.email, phone: posted.phone },
    });
    return { page: { ...renderSide({ ...this.#side(row), page }), status } };
  }

  #side(row: PageRow) {
    const { name, publicUrl } = this.#platform.instance;
    const home: PageHome = { instanceName: name, publicUrl };
    return { view: { ...pageView(row, []), lead_form: readLeadForm(row), promotion: null }, home };
  }

  #thanksAddress(row: PageRow, kind: "new" | "again"): string {
    const until = this.#platform.now().getTime() + THANKS_MS;
    return `/${row.username}/thank-you?t=${signToken(this.#signing, `${row.id} ${kind} ${until}`)}`;
  }

  /** The page of this name, also of one that it had until not long ago. */
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
