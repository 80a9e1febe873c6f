import { createHash } from "node:crypto";
import { APIError } from "better-auth/api";
import { parseCookies } from "better-auth/cookies";
import { cookieName } from "#src/lib/cookies.ts";
import type { Platform } from "#src/platform/context.ts";
import { parseToken, signToken } from "#src/platform/crypto/signed-token.ts";
import type { Secrets } from "#src/platform/crypto/vault.ts";
import { currentContext } from "../auth-transaction.ts";
import { isHandedOver } from "../id-swap/id-swap-store.ts";
import { AUTH_ERRORS, SECOND_STEP_SECONDS, TRUSTED_DAYS } from "../rules.ts";
import { findTwoFactor } from "../two-factor/two-factor-store.ts";

const TRUSTED_SECONDS = TRUSTED_DAYS * 24 * 3600;
const AWAITED = "fanfare.second-step";
const NAME_CHARS = 12;

/** A cookie's content: the user id and the time of the first step. */
interface Word {
  userId: string;
  at: number;
}

/**
 * Requires the second step between any first step of signing in and the session. Signed cookies name the
 * account whose code this browser is waiting for, and the accounts that trust it without one.
 */
export class MfaChallenge {
  readonly #platform: Platform;
  readonly #secrets: Secrets;
  readonly #secure: boolean;

  constructor(platform: Platform, secrets: Secrets) {
    this.#platform = platform;
    this.#secrets = secrets;
    this.#secure = platform.instance.publicUrl.startsWith("https:");
  }

  /** Throws better-auth's kind of error if a code must be entered first. */
  async requireDone(headers: Headers | undefined, userId: string): Promise<void> {
    const row = await findTwoFactor(currentContext(this.#platform).db, userId);
    if (!row?.confirmedAt || this.#isTrusted(headers, row)) return;
    const { message } = AUTH_ERRORS.SECOND_STEP_REQUIRED;
    const cookie = this.#cookie(AWAITED, { userId, seconds: SECOND_STEP_SECONDS });
    throw new APIError("UNAUTHORIZED", { code: "SECOND_STEP_REQUIRED", message }, { "set-cookie": cookie });
  }

  /** Returns the user whose code this browser is waiting for. */
  async findAwaited(headers: Headers): Promise<string | undefined> {
    const word = this.#read(headers, AWAITED);
    if (!word || !this.#isWithin(word, SECOND_STEP_SECONDS)) return undefined;
    const { userId: id, at } = word;
    return (await isHandedOver(this.#platform.db, { id, since: new Date(at) })) ? undefined : id;
  }

  /** Returns the `Set-Cookie` value for when no code is awaited anymore. */
  end(): string {
    return this.#cookie(AWAITED, { userId: "", seconds: 0 });
  }

  /** Returns the `Set-Cookie` value that makes this browser trusted. */
  trust(userId: string): string {
    return this.#cookie(nameOfTrust(userId), { userId, seconds: TRUSTED_SECONDS });
  }

  #isTrusted(
    headers: Headers | undefined,
    { userId, trustFrom }: { userId: string; trustFrom: Date },
  ): boolean {
    const word = headers && this.#read(headers, nameOfTrust(userId));
    if (word?.userId !== userId || word.at < trustFrom.getTime()) return false;
    return this.#isWithin(word, TRUSTED_SECONDS);
  }

  #isWithin({ at }: Word, seconds: number): boolean {
    return at + seconds * 1000 > this.#platform.now().getTime();
  }

  #read(headers: Headers, name: string): Word | undefined {
    const cookies = parseCookies(headers.get("cookie") ?? "");
    const value = cookies.get(cookieName(name, this.#secure));
    const text = value === undefined ? undefined : parseToken(this.#signing(name), value);
    const [userId = "", at = ""] = text?.split(" ") ?? [];
    return userId === "" ? undefined : { userId, at: Number(at) };
  }

  #cookie(name: string, { userId, seconds }: { userId: string; seconds: number }): string {
    const value = signToken(this.#signing(name), `${userId} ${this.#platform.now().getTime()}`);
    const cookie = `${cookieName(name, this.#secure)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax`;
    return this.#secure ? `${cookie}; Secure` : cookie;
  }

  #signing(name: string) {
    return { secrets: this.#secrets, purpose: `accounts.second-step\n${name}` };
  }
}

/** One cookie for each account used in a browser. */
function nameOfTrust(userId: string): string {
  const hash = createHash("sha256").update(userId).digest("base64url");
  return `fanfare.trusted-${hash.slice(0, NAME_CHARS)}`;
}
