import { createHash, randomBytes } from "node:crypto";
import { parseCookies } from "better-auth/cookies";
import { readToken, signToken } from "#src/platform/crypto/signed-token.ts";

const ID_BYTES = 12;
const NAME_CHARS = 12;
/** Browsers keep no cookie longer. */
const KEPT_SECONDS = 400 * 24 * 3600;

interface DeviceParts {
  secret: string;
  /** Whether the instance is reached by https. */
  secure: boolean;
}

/**
 * Browsers that have been signed in to an account carry a signed cookie for it. It opens nothing: it only keeps what
 * others guess at the account from counting against its owner.
 */
export class Devices {
  readonly #secret: string;
  readonly #secure: boolean;

  constructor({ secret, secure }: DeviceParts) {
    this.#secret = secret;
    this.#secure = secure;
  }

  /** The id of a device that is known to the account of this address (lowercase). */
  find(headers: Headers, email: string): string | undefined {
    const value = parseCookies(headers.get("cookie") ?? "").get(this.#nameOf(email));
    return value === undefined ? undefined : readToken(this.#signing(email), value);
  }

  /** Makes the device that sent the request known: what its `Set-Cookie` says. */
  remember(headers: Headers, email: string): string {
    const id = this.find(headers, email) ?? randomBytes(ID_BYTES).toString("base64url");
    const value = signToken(this.#signing(email), id);
    const cookie = `${this.#nameOf(email)}=${value}; Max-Age=${KEPT_SECONDS}; Path=/api/auth; HttpOnly; SameSite=Lax`;
    return this.#secure ? `${cookie}; Secure` : cookie;
  }

  /** One for each account that a browser is used for; the name does not tell which. */
  #nameOf(email: string): string {
    const hash = createHash("sha256").update(`${this.#secret}\n${email}`).digest("base64url");
    return `fanfare.device-${hash.slice(0, NAME_CHARS)}`;
  }

  #signing(email: string) {
    return { secret: this.#secret, purpose: `accounts.device\n${email}` };
  }
}
