import { createHash, randomBytes } from "node:crypto";
import { parseCookies } from "better-auth/cookies";
import { parseToken, signToken } from "#src/platform/crypto/signed-token.ts";

const ID_BYTES = 12;
const NAME_CHARS = 12;
/** Browsers keep no cookie longer. */
const KEPT_SECONDS = 400 * 24 * 3600;

interface DeviceParts {
  secret: string;
  /** Whether the instance's URL is https. */
  secure: boolean;
}

/**
 * Browsers that have been signed in to an account carry a signed cookie for it. The cookie grants no access:
 * it only keeps other people's guesses from counting against the owner.
 */
export class Devices {
  readonly #secret: string;
  readonly #secure: boolean;

  constructor({ secret, secure }: DeviceParts) {
    this.#secret = secret;
    this.#secure = secure;
  }

  /** The id of a device known to the account with this address (lowercase). */
  find(headers: Headers, email: string): string | undefined {
    const value = parseCookies(headers.get("cookie") ?? "").get(this.#nameOf(email));
    return value === undefined ? undefined : parseToken(this.#signing(email), value);
  }

  /** Makes the requesting device known. Returns its `Set-Cookie`. */
  remember(headers: Headers, email: string): string {
    const id = this.find(headers, email) ?? randomBytes(ID_BYTES).toString("base64url");
    const value = signToken(this.#signing(email), id);
    const cookie = `${this.#nameOf(email)}=${value}; Max-Age=${KEPT_SECONDS}; Path=/api/auth; HttpOnly; SameSite=Lax`;
    return this.#secure ? `${cookie}; Secure` : cookie;
  }

  /** One cookie per account used in a browser. Its name doesn't reveal which account. */
  #nameOf(email: string): string {
    const hash = createHash("sha256").update(`${this.#secret}\n${email}`).digest("base64url");
    return `fanfare.device-${hash.slice(0, NAME_CHARS)}`;
  }

  #signing(email: string) {
    return { secret: this.#secret, purpose: `accounts.device\n${email}` };
  }
}
