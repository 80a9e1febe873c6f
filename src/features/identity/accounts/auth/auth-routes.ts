import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { failure } from "#src/lib/errors.ts";
import { AUTH_API_PATH } from "#src/lib/paths.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import type { Person, Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { inTransaction } from "../auth-transaction.ts";
import { about, signedOut } from "../events.ts";
import { resetMail, signInMail, verificationMail } from "../mails.ts";
import { requireGoodPassword } from "../passwords/passwords.ts";
import { AUTH_ERRORS, type LinkPurpose } from "../rules.ts";
import { sessionEnded } from "../signals.ts";
import { AccountSecurity } from "./account-security.ts";
import type { Auth } from "./auth.ts";
import { type AuthRequest, emailOf, forward, readBody, text } from "./auth-request.ts";
import type { Devices } from "./devices.ts";
import { encodeEmail } from "./email-encoding.ts";
import {
  ADDRESS_LINKS,
  FIRST_MAILS,
  LINK_ATTEMPTS,
  LINKS,
  SIGN_IN_ATTEMPTS,
  SIGN_IN_ATTEMPTS_ACCOUNT,
  SIGN_IN_ATTEMPTS_ADDRESS,
  SIGN_IN_ATTEMPTS_DEVICE,
  SIGN_UPS,
} from "./limits.ts";
import { MfaRoutes } from "./mfa-routes.ts";
import { startSession, withSignInContext } from "./session-start.ts";
import { requireInvitation } from "./welcome.ts";

/** All reachable paths of better-auth. Routes of its other plugins don't exist until a slice needs them. */
export const AUTH_PATHS = new Map<string, (gate: AuthRoutes, call: AuthRequest) => Promise<Response>>([
  ["POST sign-up/email", (gate, call) => gate.signUp(call)],
  ["POST sign-in/email", (gate, call) => gate.signIn(call)],
  ["POST request-sign-in-link", (gate, call) => gate.requestLink(call, "signIn")],
  ["POST sign-in/link", (gate, call) => gate.signInByLink(call)],
  ["POST sign-out", (gate, call) => gate.signOut(call)],
  ["POST reauthenticate", (gate, call) => gate.own.reauthenticate(call)],
  ["POST change-password", (gate, call) => gate.own.changePassword(call)],
  ["POST confirm-email-change", (gate, call) => gate.own.confirmEmail(call)],
  ["POST secure-account", (gate, call) => gate.own.secure(call)],
  ["GET get-session", (gate, call) => gate.getSession(call)],
  ["POST request-password-reset", (gate, call) => gate.requestLink(call, "reset")],
  ["POST reset-password", (gate, call) => gate.reset(call)],
  ["POST verify-email", (gate, call) => gate.verify(call)],
  ["POST send-verification-email", (gate, call) => gate.resendVerification(call)],
  ["POST sign-in/second-step", ({ factors }, call) => factors.takeSecondStep(call)],
  ["GET passkey-options", ({ factors }) => factors.askForPasskey()],
  ["POST sign-in/passkey", ({ factors }, call) => factors.signInByPasskey(call)],
  ["POST sign-in/google", ({ factors }, call) => factors.goToGoogle(call)],
  ["POST connect-google", ({ factors }, call) => factors.goToConnectGoogle(call)],
]);

/** Guards better-auth: limits on guessing, our rules for passwords, and responses that reveal no accounts. */
export class AuthRoutes {
  readonly own: AccountSecurity;
  readonly factors: MfaRoutes;
  readonly #auth: Auth;
  readonly #platform: Platform;
  readonly #devices: Devices;

  constructor(platform: Platform, auth: Auth, devices: Devices) {
    this.#platform = platform;
    this.#auth = auth;
    this.#devices = devices;
    this.own = new AccountSecurity({ platform, auth, devices });
    this.factors = new MfaRoutes({ platform, auth, devices });
  }

  /**
   * Responds to a request below `/api/auth`, or returns undefined if there's no such path. Throws a
   * `Failure`.
   */
  async handle(request: Request, address: string): Promise<Response | undefined> {
    const path = new URL(request.url).pathname.slice(`${AUTH_API_PATH}/`.length);
    const enter = AUTH_PATHS.get(`${request.method} ${path}`);
    if (!enter) return undefined;
    const body = request.method === "POST" ? await readBody(request) : {};
    return enter(this, { request, body, address });
  }

  async signUp(call: AuthRequest): Promise<Response> {
    const name = cleanText(text(call.body.name));
    if (isBlank(name)) throw failure(AUTH_ERRORS, "NAME_REQUIRED");
    const email = emailOf(call.body);
    const password = text(call.body.password);
    await this.#platform.limits.count(SIGN_UPS, call.address);
    await requireInvitation(this.#platform, { email, token: text(call.body.invitation) });
    await requireGoodPassword(password, [name, email, this.#platform.settings.get(INSTANCE_NAME)]);
    await this.#platform.limits.count(FIRST_MAILS, email);
    const person = forward({ ...call, body: { name, email: encodeEmail(email), password } });
    const { done } = await withSignInContext(this.#platform, call.address, () =>
      this.#auth.change(person, password),
    );
    return this.#welcome(done, call, email);
  }

  async signIn(call: AuthRequest): Promise<Response> {
    const { limits } = this.#platform;
    const email = emailOf(call.body);
    const device = this.#devices.find(call.request.headers, email);
    const pair = `${email} ${call.address}`;
    const guesses: [Limit, string][] =
      device === undefined
        ? [
            [SIGN_IN_ATTEMPTS, pair],
            [SIGN_IN_ATTEMPTS_ACCOUNT, email],
          ]
        : [[SIGN_IN_ATTEMPTS_DEVICE, device]];
    if (device === undefined) await limits.count(SIGN_IN_ATTEMPTS_ADDRESS, call.address);
    for (const [limit, who] of guesses) await limits.count(limit, who);
    // Forwards nothing else, because better-auth would set a cookie for people who don't want to be
    // remembered.
    const only = { email: encodeEmail(email), password: call.body.password };
    const response = await this.#begin({ ...call, body: only });
    // The password was right, even if a code has to follow.
    const isRight = response.ok || (await asksForCode(response));
    // A guess that was never checked doesn't count.
    if (response.headers.has("retry-after"))
      for (const [limit, who] of guesses) await limits.uncount(limit, who);
    if (isRight) for (const [limit, who] of guesses) await limits.reset(limit, who);
    else if (response.status === 401)
      this.#platform.incidents.note({
        kind: "sign_in_failed",
        subject: "password",
        address: call.address,
        email,
      });
    return response;
  }

  async signOut(call: AuthRequest): Promise<Response> {
    const person = await this.#findPerson(call);
    return inTransaction(this.#platform, async (ctx) => {
      const response = await this.pass(call);
      if (!person) return response;
      await ctx.announce(signedOut, about(person));
      await ctx.invalidate(sessionEnded, { user_id: person.id });
      return response;
    });
  }

  async signInByLink(call: AuthRequest): Promise<Response> {
    await this.#requireLink(call, "signIn");
    return this.#begin(call);
  }

  /** Every address gets the same response after the same work. A job finds out whether it has an account. */
  async requestLink(call: AuthRequest, purpose: "reset" | "signIn"): Promise<Response> {
    const email = emailOf(call.body);
    await this.#platform.limits.count(ADDRESS_LINKS, call.address);
    await this.#platform.limits.count(LINKS[purpose], email);
    const mail = purpose === "reset" ? resetMail : signInMail;
    await enqueueMail(this.#platform, { mail, to: email, data: { email } });
    return Response.json({
      status: true,
      message: "If that address has an account, we’ve e-mailed it a link.",
    });
  }

  async reset(call: AuthRequest): Promise<Response> {
    const { id, name, email } = await this.#requireLink(call, "reset");
    const words = [name, email, this.#platform.settings.get(INSTANCE_NAME)];
    const newPassword = text(call.body.newPassword);
    await requireGoodPassword(newPassword, words);
    const response = await this.#auth.change(forward(call), newPassword);
    if (response.ok) await this.#platform.invalidate(sessionEnded, { user_id: id });
    return this.#welcome(response, call, email);
  }

  async verify(call: AuthRequest): Promise<Response> {
    await this.#requireLink(call, "verify");
    const owner = await this.#auth.links.verify(text(call.body.token));
    if (!owner) throw failure(AUTH_ERRORS, "LINK_EXPIRED");
    // A whole class signing up from one IP address isn't guessing.
    await this.#platform.limits.reset(LINK_ATTEMPTS, call.address);
    return Response.json({ status: true });
  }

  async resendVerification(call: AuthRequest): Promise<Response> {
    const email = emailOf(call.body);
    const person = await this.#findPerson(call);
    // Only for the person's own address. Otherwise the response would reveal which addresses have an account.
    if (person?.email === email) {
      await this.#platform.limits.count(LINKS.verify, email);
      await enqueueMail(this.#platform, { mail: verificationMail, to: email, data: { email } });
    }
    return Response.json({ status: true });
  }

  async getSession(call: AuthRequest): Promise<Response> {
    const person = await this.#findPerson(call);
    return person ? this.pass(call) : Response.json(null);
  }

  pass(call: AuthRequest): Promise<Response> {
    return this.#auth.handle(call.request.method === "POST" ? forward(call) : call.request);
  }

  async #findPerson({ request }: AuthRequest): Promise<Person | undefined> {
    return (await this.#auth.findSession(request.headers))?.person;
  }

  async #requireLink({ body, address }: AuthRequest, purpose: LinkPurpose) {
    await this.#platform.limits.count(LINK_ATTEMPTS, address);
    const owner = await this.#auth.links.find(purpose, text(body.token));
    if (!owner) throw failure(AUTH_ERRORS, "LINK_EXPIRED");
    return owner;
  }

  #begin(call: AuthRequest): Promise<Response> {
    return startSession({ platform: this.#platform, devices: this.#devices }, call, () => this.pass(call));
  }

  /** Makes the device known to the account after a success. */
  #welcome(response: Response, { request }: AuthRequest, email: string): Response {
    if (response.ok) response.headers.append("set-cookie", this.#devices.remember(request.headers, email));
    return response;
  }
}

/** True if the first step succeeded and a second one follows. */
async function asksForCode(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const { code } = (await response.clone().json()) as { code?: string };
  return code === "SECOND_STEP_REQUIRED";
}
