import { failure } from "#src/lib/errors.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import type { EmailLinks } from "./email-links.ts";
import { about, passwordChanged } from "./events.ts";
import { verifyInTurn } from "./password-hash.ts";
import { findPasswordHash } from "./person-store.ts";
import {
  AUTH_ERRORS,
  GUESSABLE_BECAUSE,
  isLeaked,
  PASSWORD_CHARS_MAX,
  PASSWORD_CHARS_MIN,
  wordsAbout,
} from "./rules.ts";
import { passwordChangedMail } from "./security-mails.ts";
import { updateTrustFrom } from "./two-factor-store.ts";

/** Fewer than 10^6 guesses; zxcvbn's scores are 0 to 4. */
const SCORE_MIN = 2;
/** Pattern matching takes time, and a password without any pattern in this many characters is a good one. */
const CHARS_LOOKED_AT = 64;
const L33T_TRIES_MAX = 20;

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
