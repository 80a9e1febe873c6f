import { type Failure, failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import type { Auth } from "./auth.ts";
import type { Devices } from "./devices.ts";
import { sessionEnded } from "./events.ts";
import { sendReset, sendSignInLink, sendVerification } from "./jobs.ts";
import { requireGoodPassword } from "./passwords.ts";
import { AUTH_ERRORS, LINK_SECONDS, type LinkPurpose } from "./rules.ts";

const QUARTER_HOUR_S = 900;
const HOUR_S = 3600;
const WRONG = "That’s a lot of wrong passwords.";
/** Guesses at one account from one address; a success forgives them. */
const GUESSES: Limit = { name: "sign-in-pair", attempts: 10, seconds: QUARTER_HOUR_S, sentence: WRONG };
/** Guesses at one account from everywhere, known devices left out: nobody locks another person out of theirs. */
export const ACCOUNT_GUESSES: Limit = {
  name: "sign-in-account",
  attempts: 50,
  seconds: HOUR_S,
  sentence: WRONG,
};
const ADDRESS_GUESSES: Limit = { name: "sign-in-address", attempts: 200, seconds: QUARTER_HOUR_S };
/** Guesses from a device that has been signed in to the account: they count for nobody else, nor anybody's for them. */
const DEVICE_GUESSES: Limit = {
  name: "sign-in-device",
  attempts: 10,
  seconds: QUARTER_HOUR_S,
  sentence: WRONG,
};
const SIGN_UPS: Limit = { name: "sign-up", attempts: 200, seconds: HOUR_S };
const ADDRESS_LINKS: Limit = { name: "mail-request-address", attempts: 50, seconds: HOUR_S };
export const LINK_TRIES: Limit = { name: "link-tries", attempts: 20, seconds: HOUR_S };

const LINKS_SENT = "We’ve already sent you a few links. Check your inbox.";
/** No longer than the links work: whoever is refused here has one that does. */
const LINKS: Readonly<Record<LinkPurpose, Limit>> = {
  verify: { name: "mail-request-verify", attempts: 5, seconds: HOUR_S, sentence: LINKS_SENT },
  reset: { name: "mail-request-reset", attempts: 5, seconds: LINK_SECONDS.reset, sentence: LINKS_SENT },
  signIn: { name: "mail-request-sign-in", attempts: 3, seconds: LINK_SECONDS.signIn, sentence: LINKS_SENT },
};

type Body = Record<string, unknown>;
interface Knock {
  request: Request;
  body: Body;
  /** The visitor's address, for counting only. */
  address: string;
}

/** All that is reachable of better-auth; the routes of its other plugins do not exist until a slice needs them. */
const PATHS = new Map<string, (gate: AuthGate, knock: Knock) => Promise<Response>>([
  ["POST sign-up/email", (gate, knock) => gate.signUp(knock)],
  ["POST sign-in/email", (gate, knock) => gate.signIn(knock)],
  ["POST request-sign-in-link", (gate, knock) => gate.requestLink(knock, "signIn")],
  ["POST sign-in/link", (gate, knock) => gate.signInByLink(knock)],
  ["POST sign-out", (gate, knock) => gate.signOut(knock)],
  ["GET get-session", (gate, knock) => gate.getSession(knock)],
  ["POST request-password-reset", (gate, knock) => gate.requestLink(knock, "reset")],
  ["POST reset-password", (gate, knock) => gate.reset(knock)],
  ["POST verify-email", (gate, knock) => gate.verify(knock)],
  ["POST send-verification-email", (gate, knock) => gate.resendVerification(knock)],
]);

/** Stands before better-auth: limits on guessing, our rules for passwords, and answers that give no account away. */
export class AuthGate {
  readonly #auth: Auth;
  readonly #platform: Platform;
  readonly #devices: Devices;

  constructor(platform: Platform, auth: Auth, devices: Devices) {
    this.#platform = platform;
    this.#auth = auth;
    this.#devices = devices;
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
    const name = cleanText(text(knock.body.name));
    if (isBlank(name)) throw failure(AUTH_ERRORS, "NAME_REQUIRED");
    const email = emailOf(knock.body);
    const password = text(knock.body.password);
    await this.#platform.limits.count(SIGN_UPS, knock.address);
    await requireGoodPassword(password, [name, email, this.#platform.instance.name]);
    const person = forward({ ...knock, body: { name, email, password } });
    return this.#welcome(await this.#auth.signUp(person, password), knock, email);
  }

  async signIn(knock: Knock): Promise<Response> {
    const { limits } = this.#platform;
    const email = emailOf(knock.body);
    const device = this.#devices.find(knock.request.headers, email);
    const pair = `${email} ${knock.address}`;
    const guesses: [Limit, string][] =
      device === undefined
        ? [
            [GUESSES, pair],
            [ACCOUNT_GUESSES, email],
          ]
        : [[DEVICE_GUESSES, device]];
    if (device === undefined) await limits.count(ADDRESS_GUESSES, knock.address);
    for (const [limit, who] of guesses) await limits.count(limit, who);
    const response = await this.pass(knock);
    if (response.ok) for (const [limit, who] of guesses) await limits.forgive(limit, who);
    return this.#welcome(response, knock, email);
  }

  async signOut(knock: Knock): Promise<Response> {
    const person = await this.#auth.findPerson(knock.request.headers);
    const response = await this.pass(knock);
    if (person) await this.#announceEnd(person.id);
    return response;
  }

  async signInByLink(knock: Knock): Promise<Response> {
    const owner = await this.#requireLink(knock, "signIn");
    return this.#welcome(await this.pass(knock), knock, owner.email);
  }

  /** The same answer after the same work for every address: whether it has an account is found out by a job. */
  async requestLink(knock: Knock, purpose: "reset" | "signIn"): Promise<Response> {
    const email = emailOf(knock.body);
    await this.#platform.limits.count(ADDRESS_LINKS, knock.address);
    await this.#platform.limits.count(LINKS[purpose], email);
    const job = purpose === "reset" ? sendReset : sendSignInLink;
    await this.#platform.enqueue(job, { email });
    return Response.json({
      status: true,
      message: "If that address has an account, we’ve e-mailed it a link.",
    });
  }

  async reset(knock: Knock): Promise<Response> {
    const { id, name, email } = await this.#requireLink(knock, "reset");
    const about = [name, email, this.#platform.instance.name];
    await requireGoodPassword(text(knock.body.newPassword), about);
    const response = await this.pass(knock);
    if (response.ok) await this.#announceEnd(id);
    return this.#welcome(response, knock, email);
  }

  async verify(knock: Knock): Promise<Response> {
    await this.#requireLink(knock, "verify");
    const owner = await this.#auth.links.verify(text(knock.body.token));
    if (!owner) throw failure(AUTH_ERRORS, "LINK_EXPIRED");
    // A whole class that signs up behind one address isn't guessing.
    await this.#platform.limits.forgive(LINK_TRIES, knock.address);
    return Response.json({ status: true });
  }

  async resendVerification(knock: Knock): Promise<Response> {
    const email = emailOf(knock.body);
    const person = await this.#auth.findPerson(knock.request.headers);
    // Only for oneself: otherwise the answer would tell which addresses have an account.
    if (person?.email === email) {
      await this.#platform.limits.count(LINKS.verify, email);
      await this.#platform.enqueue(sendVerification, { email });
    }
    return Response.json({ status: true });
  }

  async getSession(knock: Knock): Promise<Response> {
    const person = await this.#auth.findPerson(knock.request.headers);
    return person ? this.pass(knock) : Response.json(null);
  }

  pass(knock: Knock): Promise<Response> {
    return this.#auth.handle(knock.request.method === "POST" ? forward(knock) : knock.request);
  }

  async #requireLink({ body, address }: Knock, purpose: LinkPurpose) {
    await this.#platform.limits.count(LINK_TRIES, address);
    const owner = await this.#auth.links.find(purpose, text(body.token));
    if (!owner) throw failure(AUTH_ERRORS, "LINK_EXPIRED");
    return owner;
  }

  /** Whatever a session left open finds out that it is over. */
  #announceEnd(id: string): Promise<void> {
    return this.#platform.announce(sessionEnded, { user_id: id });
  }

  /** After a success the device is known to the account. */
  #welcome(response: Response, { request }: Knock, email: string): Response {
    if (response.ok) response.headers.append("set-cookie", this.#devices.remember(request.headers, email));
    return response;
  }
}

/** The request as better-auth gets it: its body has been read already. */
function forward({ request, body }: Knock): Request {
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  // Scripts send no origin, which better-auth takes for another site; the web server has refused those already.
  if (!headers.has("origin")) headers.set("origin", new URL(request.url).origin);
  headers.set("content-type", "application/json");
  return new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) });
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
