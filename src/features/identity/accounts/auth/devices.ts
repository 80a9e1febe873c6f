import { createHash, randomBytes } from "node:crypto";
import { parseCookies } from "better-auth/cookies";
import { cookieName } from "#src/lib/cookies.ts";
import { parseToken, signToken } from "#src/platform/crypto/signed-token.ts";
import type { Secrets } from "#src/platform/crypto/vault.ts";

const ID_BYTES = 12;
const NAME_CHARS = 12;
/** Browsers don't keep a cookie any longer. */
const KEPT_SECONDS = 400 * 24 * 3600;

interface DeviceParts {
  secrets: Secrets;
  /** Set if the instance's URL is https. */
  secure: boolean;
}

/**
 * Browsers that have been signed in to an account carry a signed cookie for it. The cookie grants no access:
 * it only keeps other people's guesses from counting against the owner.
 */
export class Devices {
  readonly #secrets: Secrets;
  readonly #secure: boolean;

  constructor({ secrets, secure }: DeviceParts) {
    this.#secrets = secrets;
    this.#secure = secure;
  }

  /** Returns the id of a device known to the account with this address (lowercase). */
  find(headers: Headers, email: string): string | undefined {
    const cookies = parseCookies(headers.get("cookie") ?? "");
    const values = this.#secrets.flatMap(
      (secret) => cookies.get(cookieName(nameOf(secret, email), this.#secure)) ?? [],
    );
    for (const value of values) {
      const id = parseToken(this.#signing(email), value);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  /** Makes the requesting device known. Returns its `Set-Cookie`. */
  remember(headers: Headers, email: string): string {
    const id = this.find(headers, email) ?? randomBytes(ID_BYTES).toString("base64url");
    const value = signToken(this.#signing(email), id);
    const name = cookieName(nameOf(this.#secrets[0], email), this.#secure);
    const cookie = `${name}=${value}; Max-Age=${KEPT_SECONDS}; Path=/; HttpOnly; SameSite=Lax`;
    return this.#secure ? `${cookie}; Secure` : cookie;
  }

  #signing(email: string) {
    return { secrets: this.#secrets, purpose: `accounts.device\n${email}` };
  }
}

/** Names one cookie per account used in a browser. The name doesn't reveal the account. */
function nameOf(secret: string, email: string): string {
  const hash = createHash("sha256").update(`${secret}\n${email}`).digest("base64url");
  return `fanfare.device-${hash.slice(0, NAME_CHARS)}`;
}
