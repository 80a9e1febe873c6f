import { type Failure, failure } from "#src/lib/errors.ts";
import { isBlank } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import type { Auth } from "./auth.ts";
import { startPasswordReset } from "./jobs.ts";
import { requireGoodPassword } from "./passwords.ts";
import { AUTH_ERRORS } from "./rules.ts";

const QUARTER_HOUR_S = 900;
const HOUR_S = 3600;
/** Guesses at one account from one address; a success forgives them. */
const GUESSES: Limit = { name: "sign-in-pair", attempts: 10, seconds: QUARTER_HOUR_S };
/** Guesses at one account from everywhere: high enough that nobody locks another person out in passing. */
const ACCOUNT_GUESSES: Limit = { name: "sign-in-account", attempts: 50, seconds: HOUR_S };
const ADDRESS_GUESSES: Limit = { name: "sign-in-address", attempts: 200, seconds: QUARTER_HOUR_S };
const SIGN_UPS: Limit = { name: "sign-up", attempts: 200, seconds: HOUR_S };
const MAIL_REQUESTS: Limit = { name: "mail-request", attempts: 5, seconds: HOUR_S };
const ADDRESS_MAIL_REQUESTS: Limit = { name: "mail-request-address", attempts: 50, seconds: HOUR_S };
const RESETS: Limit = { name: "reset-password", attempts: 20, seconds: HOUR_S };

type Body = Record<string, unknown>;
interface Knock {
  request: Request;
  body: Body;
  /** The visitor's address, for counting only. */
  address: string;
}

/** All of better-auth that is reachable; the routes of its other plugins do not exist until a slice needs them. */
const PATHS = new Map<string, (gate: AuthGate, knock: Knock) => Promise<Response>>([
  ["POST sign-up/email", (gate, knock) => gate.signUp(knock)],
  ["POST sign-in/email", (gate, knock) => gate.signIn(knock)],
  ["POST sign-out", (gate, knock) => gate.pass(knock)],
  ["GET get-session", (gate, knock) => gate.pass(knock)],
  ["POST request-password-reset", (gate, knock) => gate.requestReset(knock)],
  ["POST reset-password", (gate, knock) => gate.reset(knock)],
  ["GET verify-email", (gate, knock) => gate.pass(knock)],
  ["POST send-verification-email", (gate, knock) => gate.resendVerification(knock)],
]);

/** Stands before better-auth: limits on guessing, our rules for passwords, and answers that give no account away. */
export class AuthGate {
  readonly #auth: Auth;
  readonly #platform: Platform;

  constructor(platform: Platform, auth: Auth) {
    this.#platform = platform;
    this.#auth = auth;
  }

  /** Answers a request below `/api/auth`, or nothing when there is no such path. Throws a `Failure`. */
  async handle(request: Request, address: string): Promise<Response | undefined> {
    const path = new URL(request.url).pathname.slice("/api/auth/".length);
    const enter = PATHS.get(`${request.method} ${path}`);
    if (!enter) return undefined;
    const body = request.method === "POST" ? await readBody(request) : {};
    return enter(this, { request, body, address });
  }

  async signUp(knock: Knock): Promise<Response> {
    if (isBlank(text(knock.body.name))) throw failure(AUTH_ERRORS, "NAME_REQUIRED");
    emailOf(knock.body);
    await requireGoodPassword(text(knock.body.password));
    await this.#platform.limits.count(SIGN_UPS, knock.address);
    return this.pass(knock);
  }

  async signIn(knock: Knock): Promise<Response> {
    const { limits } = this.#platform;
    const email = emailOf(knock.body);
    const pair = `${email} ${knock.address}`;
    await limits.count(ADDRESS_GUESSES, knock.address);
    await limits.count(GUESSES, pair);
    await limits.count(ACCOUNT_GUESSES, email);
    const response = await this.pass(knock);
    if (response.ok)
      await Promise.all([limits.forgive(GUESSES, pair), limits.forgive(ACCOUNT_GUESSES, email)]);
    return response;
  }

  /** The same answer after the same work for every address: whether it has an account is found out by a job. */
  async requestReset(knock: Knock): Promise<Response> {
    const email = emailOf(knock.body);
    await this.#platform.limits.count(ADDRESS_MAIL_REQUESTS, knock.address);
    await this.#platform.limits.count(MAIL_REQUESTS, `reset ${email}`);
    await this.#platform.write((tx) => tx.enqueue(startPasswordReset, { email }));
    return Response.json({
      status: true,
      message: "If this address has an account, a mail with a link is on its way.",
    });
  }

  async reset(knock: Knock): Promise<Response> {
    await this.#platform.limits.count(RESETS, knock.address);
    await requireGoodPassword(text(knock.body.newPassword));
    return this.pass(knock);
  }

  async resendVerification(knock: Knock): Promise<Response> {
    const email = emailOf(knock.body);
    const person = await this.#auth.findPerson(knock.request.headers);
    // Only for oneself: otherwise the answer would tell which addresses have an account.
    if (person?.email !== email) return Response.json({ status: true });
    await this.#platform.limits.count(MAIL_REQUESTS, `verify ${email}`);
    return this.pass(knock);
  }

  pass({ request, body }: Knock): Promise<Response> {
    if (request.method !== "POST") return this.#auth.handle(request);
    const headers = new Headers(request.headers);
    headers.delete("content-length");
    // Scripts send no origin, which better-auth takes for another site; the web server has refused those already.
    if (!headers.has("origin")) headers.set("origin", new URL(request.url).origin);
    headers.set("content-type", "application/json");
    return this.#auth.handle(
      new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) }),
    );
  }
}

async function readBody(request: Request): Promise<Body> {
  const raw = await request.text();
  if (raw.trim() === "") return {};
  try {
    const body: unknown = JSON.parse(raw);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Body;
  } catch {
    // Falls through to the refusal.
  }
  throw failure(AUTH_ERRORS, "BODY_INVALID") satisfies Failure;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function emailOf(body: Body): string {
  const email = text(body.email).trim().toLowerCase();
  if (!/^[^\s@\p{Cc}\p{Cs}]{1,64}@[^\s@\p{Cc}\p{Cs}]{1,190}$/u.test(email))
    throw failure(AUTH_ERRORS, "EMAIL_INVALID");
  return email;
}
