import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { localPath } from "#src/lib/local-path.ts";
import { AUTH_API_PATH, PATHS } from "#src/lib/paths.ts";
import { ownerCtx, type Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { passkeyRequestOptions, verifyPasskey } from "../passkeys/passkeys.ts";
import { AUTH_ERRORS, hasDomain } from "../rules.ts";
import { requireVerifiedPerson } from "../sign-in-methods/sign-in-methods.ts";
import { consumeCode } from "../two-factor/two-factor.ts";
import type { Auth } from "./auth.ts";
import { type AuthRequest, forwardTo, text } from "./auth-request.ts";
import type { Devices } from "./devices.ts";
import { announceSignIn, startSession, withSignInContext } from "./session-start.ts";

const QUARTER_HOUR_S = 900;
const DAY_S = 24 * 3600;
const WRONG = "That’s a lot of wrong codes.";
/** Per account, or per device known to it, so that other people's guesses don't lock its owner out. */
const CODES: Limit = { name: "second-step", attempts: 10, seconds: QUARTER_HOUR_S, sentence: WRONG };
/** About one code in 300,000 is right, so this many attempts a day aren't worth it. */
const CODES_A_DAY: Limit = { name: "second-step-day", attempts: 50, seconds: DAY_S, sentence: WRONG };
const ADDRESS_PASSKEYS: Limit = { name: "passkey-address", attempts: 200, seconds: QUARTER_HOUR_S };
const ADDRESS_GOOGLE: Limit = { name: "google-address", attempts: 200, seconds: QUARTER_HOUR_S };

interface Parts {
  platform: Platform;
  auth: Auth;
  devices: Devices;
}

/** The routes for passkeys, codes, and Google. */
export class MfaRoutes {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Accepts the code from the app, or a recovery code, after the first step in this browser. */
  async takeSecondStep(call: AuthRequest): Promise<Response> {
    const { platform, auth, devices } = this.#parts;
    const { headers } = call.request;
    const person = await auth.findAwaited(headers);
    if (!person) throw failure(AUTH_ERRORS, "SECOND_STEP_EXPIRED");
    const who = devices.find(headers, person.email) ?? person.id;
    const limits = [CODES, CODES_A_DAY];
    for (const limit of limits) await platform.limits.count(limit, who);
    if (!(await consumeCode(platform, person, text(call.body.code)))) {
      const about = { address: call.address, account: person.id };
      platform.incidents.note({ kind: "sign_in_failed", subject: "code", ...about });
      throw failure(AUTH_ERRORS, "CODE_WRONG");
    }
    for (const limit of limits) await platform.limits.reset(limit, who);
    const response = await this.#begin(call, person.id);
    response.headers.append("set-cookie", auth.secondSteps.end());
    if (response.ok && call.body.trust_device === true) {
      response.headers.append("set-cookie", auth.secondSteps.trust(person.id));
    }
    return response;
  }

  async askForPasskey(): Promise<Response> {
    const { platform } = this.#parts;
    if (!hasDomain(platform.instance.publicUrl)) throw failure(AUTH_ERRORS, "PASSKEY_REFUSED");
    return Response.json(await passkeyRequestOptions(platform), { headers: { "cache-control": "no-store" } });
  }

  async signInByPasskey(call: AuthRequest): Promise<Response> {
    const { platform } = this.#parts;
    await platform.limits.count(ADDRESS_PASSKEYS, call.address);
    const { response } = call.body;
    if (typeof response !== "object" || response === null) throw failure(AUTH_ERRORS, "PASSKEY_REFUSED");
    return this.#begin(call, await verifyPasskey(platform, response));
  }

  async goToGoogle(call: AuthRequest): Promise<Response> {
    const { auth, platform } = this.#parts;
    if (!platform.instance.offersGoogle) throw failure(GENERAL_ERRORS, "NOT_FOUND");
    await platform.limits.count(ADDRESS_GOOGLE, call.address);
    const { publicUrl } = platform.instance;
    const callbackURL = publicUrl + localPath(text(call.body.next), publicUrl);
    return auth.handle(
      forwardTo(call.request, `${AUTH_API_PATH}/sign-in/google`, { callbackURL, connect: false }),
    );
  }

  /** Returns the URL for connecting a Google account to the signed-in person. */
  async goToConnectGoogle(call: AuthRequest): Promise<Response> {
    const { auth, platform } = this.#parts;
    if (!platform.instance.offersGoogle) throw failure(GENERAL_ERRORS, "NOT_FOUND");
    const signedIn = await auth.findSession(call.request.headers);
    if (!signedIn) throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
    await requireVerifiedPerson(ownerCtx(platform, signedIn.person, signedIn.session.id));
    const callbackURL = platform.instance.publicUrl + PATHS.ownSettings;
    return auth.handle(
      forwardTo(call.request, `${AUTH_API_PATH}/sign-in/google`, { callbackURL, connect: true }),
    );
  }

  /** Handles the return from Google: signed in, or with the problem in the URL. */
  async returnFromGoogle(request: Request, address: string): Promise<Response> {
    const { auth, platform } = this.#parts;
    const { publicUrl } = platform.instance;
    const asked = new URL(`${AUTH_API_PATH}/callback/google${new URL(request.url).search}`, request.url);
    const { headers: sent } = request;
    const { done: answer, session } = await withSignInContext(platform, address, () =>
      auth.handle(new Request(asked, { headers: sent })),
    );
    // Google reports new devices itself, and the cookies of known ones aren't sent to this path.
    if (session) await announceSignIn(platform, session);
    const said = (await answer.json().catch(() => ({}))) as Said;
    const next = localPath(said.next?.slice(publicUrl.length), publicUrl);
    const headers = new Headers({ location: publicUrl + (answer.ok ? next : placeOf(said, next)) });
    for (const cookie of answer.headers.getSetCookie()) headers.append("set-cookie", cookie);
    return new Response(null, { status: 302, headers });
  }

  #begin(call: AuthRequest, userId: string): Promise<Response> {
    const proven = forwardTo(call.request, `${AUTH_API_PATH}/sign-in/proven`);
    return startSession(this.#parts, call, () => this.#parts.auth.begin(proven, userId));
  }
}

/** The outcome as `google.ts` returns it. */
interface Said {
  code?: string;
  next?: string;
  connects?: boolean;
}

function placeOf({ code = "GOOGLE_FAILED", connects }: Said, next: string): string {
  if (code === "SECOND_STEP_REQUIRED")
    return `${PATHS.signIn}?${new URLSearchParams({ step: "code", next })}`;
  const problem = { problem: Object.hasOwn(AUTH_ERRORS, code) ? code : "GOOGLE_FAILED" };
  if (connects) return `${PATHS.ownSettings}?${new URLSearchParams(problem)}`;
  return `${PATHS.signIn}?${new URLSearchParams({ ...problem, next })}`;
}
