import { hashPassword, verifyPassword } from "better-auth/crypto";
import { failure } from "#src/lib/errors.ts";
import { FairQueue, QueueFull, TenantQueueFull } from "#src/lib/fair-queue.ts";
import { networkOf } from "#src/lib/ip-address.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import type { EmailLinks } from "../email-links/email-links.ts";
import { about, passwordChanged } from "../events.ts";
import { passwordChangedMail, resetMail } from "../mails.ts";
import { findPasswordHash } from "../person/person-store.ts";
import {
  AUTH_ERRORS,
  GUESSABLE_BECAUSE,
  isLeaked,
  PASSWORD_CHARS_MAX,
  PASSWORD_CHARS_MIN,
  wordsAbout,
} from "../rules.ts";
import { updateTrustFrom } from "../two-factor/two-factor-store.ts";

/** Fewer than 10^6 guesses; zxcvbn's scores are 0 to 4. */
const SCORE_MIN = 2;
/** Pattern matching takes time, and a password without any pattern in this many characters is a good one. */
const CHARS_LOOKED_AT = 64;
const L33T_TRIES_MAX = 20;

/** By then even a full queue is done. */
const RETRY_SECONDS = 5;

/**
 * Each hash takes one of the process's four threads for a tenth of a second, and 32 MB. File access and DNS
 * lookups wait for these threads, too, so a flood of sign-ins leaves half of them free.
 */
const queue = new FairQueue({ workers: 2, waitingMax: 60, waitingPerAccountMax: 20 });

let guesser: ReturnType<typeof loadGuesser> | undefined;

/**
 * Loads zxcvbn and its lists of leaked passwords and common words on first use, so as not to slow down
 * startup.
 */
async function loadGuesser() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const zxcvbn = new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: L33T_TRIES_MAX,
    maxLength: CHARS_LOOKED_AT,
  });
  return { zxcvbn, leaked: new Set<string>(dictionary["passwords-common"] as string[]) };
}

/**
 * Rejects a password that's too short, too long, leaked, or easy to guess for someone who knows the `about`
 * words.
 */
export async function requireGoodPassword(password: string, about: string[]): Promise<void> {
  if (password.length < PASSWORD_CHARS_MIN) throw failure(AUTH_ERRORS, "PASSWORD_TOO_SHORT");
  if (password.length > PASSWORD_CHARS_MAX) throw failure(AUTH_ERRORS, "PASSWORD_TOO_LONG");
  guesser ??= loadGuesser();
  const { zxcvbn, leaked } = await guesser;
  if (isLeaked(password, leaked)) throw failure(AUTH_ERRORS, "PASSWORD_LEAKED");
  const { score, feedback } = zxcvbn.check(password, wordsAbout(...about));
  if (score >= SCORE_MIN) return;
  const message = GUESSABLE_BECAUSE[feedback.warning ?? ""];
  throw failure(AUTH_ERRORS, "PASSWORD_GUESSABLE", message === undefined ? {} : { message });
}

/** Announces a new password and informs its owner. Links e-mailed earlier stop working. */
export async function recordPasswordChange(
  ctx: Platform,
  { id, email }: { id: string; email: string },
  links: EmailLinks,
): Promise<void> {
  await links.revoke("reset", id);
  await links.revoke("signIn", id);
  await updateTrustFrom(ctx.db, id, ctx.now());
  await ctx.announce(passwordChanged, about({ id }));
  await enqueueMail(ctx, { mail: passwordChangedMail, to: email, account: id, data: { email } });
}

/** True for the person's password. One longer than allowed never is. */
export async function isPasswordOf(db: Db, userId: string, password: string): Promise<boolean> {
  if (password.length > PASSWORD_CHARS_MAX) return false;
  const hash = await findPasswordHash(db, userId);
  return hash !== undefined && verifyInTurn(userId, { hash, password });
}

/** Hashes a new password in turn with others. `who` is the request's network or person. */
export function hashInTurn(who: string, password: string): Promise<string> {
  return inTurn(who, () => hashPassword(password));
}

export function verifyInTurn(
  who: string,
  { hash, password }: { hash: string; password: string },
): Promise<boolean> {
  return inTurn(who, () => verifyPassword({ hash, password }));
}

/** Throws 429 for a network that has too many waiting, and 503 if there are too many in all. */
export async function inTurn<T>(who: string, work: () => Promise<T>): Promise<T> {
  try {
    return await queue.run(networkOf(who), work);
  } catch (error) {
    const detail = { data: { retry_after_s: RETRY_SECONDS } };
    if (error instanceof TenantQueueFull) throw failure(AUTH_ERRORS, "TOO_MANY_PASSWORDS", detail);
    if (error instanceof QueueFull) throw failure(AUTH_ERRORS, "PASSWORDS_BUSY", detail);
    throw error;
  }
}

/** E-mails a person a link for a new password. It's made when the e-mail is sent. */
export async function enqueuePasswordLink(
  platform: Platform,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await enqueueMail(platform, { mail: resetMail, to: email, account: id, data: { email } });
}
