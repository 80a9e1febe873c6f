/* The dashboard shows these texts. */
import { STAFF_ROLES } from "#src/lib/access.ts";
import { parseEmail } from "#src/lib/email-address.ts";
import { failure } from "#src/lib/errors.ts";

/** There are no rules of composition, but passwords that are easy to guess are rejected. */
export const PASSWORD_CHARS_MIN = 10;
export const PASSWORD_CHARS_MAX = 200;
export const PERSON_NAME_CHARS_MAX = 100;
export const BAN_REASON_CHARS_MAX = 500;

/**
 * The lifetime of links in e-mails. A person may request a few of each kind in that time (`auth-routes.ts`),
 * so anyone who reaches the limit, perhaps because of someone else, has a link in their inbox that still
 * works.
 */
export const LINK_SECONDS = {
  verify: 24 * 3600,
  reset: 3600,
  signIn: 1800,
  oldEmail: 24 * 3600,
  newEmail: 24 * 3600,
  notMe: 7 * 24 * 3600,
} as const;
export type LinkPurpose = keyof typeof LINK_SECONDS;

/** The time for which a proof of identity counts. */
const PROOF_SECONDS = 600;
/** `link` is a sign-in link by e-mail. */
export type ProofMethod = "passkey" | "code" | "password" | "link";

/** True if the proof at `provenAt` is recent enough. */
export function isRecent(provenAt: Date, now: Date): boolean {
  return now.getTime() - provenAt.getTime() < PROOF_SECONDS * 1000;
}

export const RECOVERY_CODES = 10;
export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_CHARS_MAX = 60;
/** The time for which the first step counts while someone looks up their code. */
export const SECOND_STEP_SECONDS = 600;
export const TRUSTED_DAYS = 30;

export const AUTH_ERRORS = {
  PASSWORD_TOO_SHORT: { status: 400, message: "Use at least 10 characters." },
  PASSWORD_TOO_LONG: { status: 400, message: "Use at most 200 characters." },
  PASSWORD_LEAKED: {
    status: 400,
    message: "That password is on lists of leaked passwords. Choose a different one.",
  },
  PASSWORD_GUESSABLE: {
    status: 400,
    message: "That password is too easy to guess. A few words that don’t belong together work well.",
  },
  PASSWORD_WRONG: { status: 400, message: "That password is wrong. Try again or reset it." },
  TIME_ZONE_UNKNOWN: { status: 400, message: "Choose a time zone from the list." },
  REGION_UNKNOWN: { status: 400, message: "Choose a region from the list." },
  LANGUAGE_UNKNOWN: { status: 400, message: "Choose a language from the list." },
  NAME_REQUIRED: { status: 400, message: "Enter your name." },
  EMAIL_INVALID: { status: 400, message: "That’s not an e-mail address. Check it for typos." },
  BANNED_USER: {
    status: 403,
    message:
      "This account has been suspended. Contact the people who run this instance if you think that’s a mistake.",
  },
  KEPT_OUT: {
    status: 403,
    message:
      "Nobody can sign in here from your network or program. If that’s a mistake, tell the people who run this instance.",
  },
  EMAIL_DOMAIN_REFUSED: {
    status: 403,
    message: "Addresses at that domain can’t be used here. Use a different e-mail address.",
  },
  SIGN_UPS_CLOSED: {
    status: 403,
    message:
      "Only people who are invited to a team can make an account here. If you were, open the link in the e-mail about it, and use the address that it was sent to.",
  },
  LINK_EXPIRED: {
    status: 400,
    message: "That link has expired or was already used. Ask for a new one.",
  },
  EMAIL_UNCHANGED: { status: 400, message: "That’s already your e-mail address." },
  EMAIL_TAKEN: {
    status: 409,
    message: "Another account has that e-mail address now, so yours stays as it is.",
  },
  SECOND_STEP_REQUIRED: { status: 401, message: "Enter the code from your authenticator app." },
  SECOND_STEP_EXPIRED: { status: 401, message: "That took a while. Start over by signing in again." },
  CODE_WRONG: {
    status: 400,
    message: "That code is wrong or was already used. Enter the one your app shows now.",
  },
  PASSKEY_REFUSED: {
    status: 400,
    message: "That passkey didn’t work here. Try again or sign in another way.",
  },
  GOOGLE_FAILED: { status: 400, message: "Google didn’t sign you in. Try again." },
  GOOGLE_UNPROVEN: {
    status: 403,
    message: "Google hasn’t confirmed your e-mail address yet. Confirm it there first.",
  },
  GOOGLE_NOT_CONNECTED: {
    status: 409,
    message:
      "There’s already an account with this e-mail address. Sign in to it, then connect Google under Settings.",
  },
  GOOGLE_TAKEN: { status: 409, message: "That Google account is connected to someone else’s account here." },
  BODY_INVALID: { status: 400, message: "We couldn’t read that request. Send a JSON object." },
  TOO_MANY_PASSWORDS: {
    status: 429,
    message: "Your network is checking a lot of passwords at once. Try again in a few seconds.",
  },
  PASSWORDS_BUSY: {
    status: 503,
    message: "A lot of people are signing in right now. Try again in a few seconds.",
  },
} as const;

/**
 * True for a password on the list `leaked` (lowercase), ignoring case and any digits or symbols at the end:
 * "Dragon2024!!" falls to the same guesses as "dragon".
 */
export function isLeaked(password: string, leaked: ReadonlySet<string>): boolean {
  const plain = password.toLowerCase();
  return leaked.has(plain) || leaked.has(plain.replace(/(?<=\p{L}|^)[^\p{L}]+$/u, ""));
}

/** The ban in an account's row. Permanent if it has no end. */
export interface Ban {
  banned?: boolean | null;
  banExpires?: Date | string | null;
}

/** True if an account is banned at this moment. The SQL version is `IS_BANNED` in `tables.ts`. */
export function isBanned({ banned, banExpires }: Ban, now: Date): boolean {
  return banned === true && (!banExpires || new Date(banExpires) > now);
}

/** Only the founder can act on other staff, and nobody can on the founder or, as staff, on themselves. */
export function canActOn(by: string, role: string | null): boolean {
  const isStaff = STAFF_ROLES.some((one) => one === role);
  return !isStaff || (by === "founder" && role !== "founder");
}

/** Passkeys belong to a domain name, so there are none at an IP address. */
export function hasDomain(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl);
  return !/^[\d.]+$|:/.test(hostname);
}

/** True if a sign-in method is left. Links by e-mail don't count. */
export function hasSignInMethod({
  providers,
  passkeys,
}: {
  providers: readonly string[];
  passkeys: number;
}): boolean {
  return providers.length > 0 || passkeys > 0;
}

const REPEATED = "Repeated characters are easy to guess. A few words that don’t belong together work well.";
const SEQUENCE =
  "Sequences like “abcd” or “qwerty” are easy to guess. A few words that don’t belong together work well.";

/**
 * Explains why a password is easy to guess, by zxcvbn's warning. All other reasons use the code's own
 * sentence.
 */
export const GUESSABLE_BECAUSE: Readonly<Record<string, string>> = {
  simpleRepeat: REPEATED,
  extendedRepeat: REPEATED,
  sequences: SEQUENCE,
  straightRow: SEQUENCE,
  keyPattern: SEQUENCE,
  userInputs:
    "Your name, your e-mail address and this instance’s name are easy to guess. Choose something nobody would connect to you.",
};

/**
 * Returns the words that an acquaintance would guess first: the person's name, their e-mail address, and the
 * instance's name.
 */
export function wordsAbout(...about: string[]): string[] {
  const words = about.flatMap((text) => [
    text,
    text.replace(/[^\p{L}\p{N}]+/gu, ""),
    ...text.split(/[^\p{L}\p{N}]+/u),
  ]);
  return [...new Set(words.map((word) => word.toLowerCase()).filter((word) => word.length > 2))];
}

export function requireEmail(typed: string): string {
  const email = parseEmail(typed);
  if (email === undefined) throw failure(AUTH_ERRORS, "EMAIL_INVALID");
  return email;
}
