/** Shortest password; there are no other rules of composition, but one that is easy to guess is refused. */
export const PASSWORD_CHARS_MIN = 10;
export const PASSWORD_CHARS_MAX = 200;
export const PERSON_NAME_CHARS_MAX = 100;

/**
 * How long the links in e-mails work. A person may ask for a few of a kind in that same time (`gate.ts`): whoever is
 * told to wait, perhaps because of somebody else, has a link in their inbox that still works.
 */
export const LINK_SECONDS = { verify: 24 * 3600, reset: 3600, signIn: 1800 } as const;
export type LinkPurpose = keyof typeof LINK_SECONDS;

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
  NAME_REQUIRED: { status: 400, message: "Enter your name." },
  EMAIL_INVALID: { status: 400, message: "That’s not an e-mail address. Check it for typos." },
  BANNED_USER: {
    status: 403,
    message:
      "This account has been suspended. Contact the people who run this site if you think that’s a mistake.",
  },
  LINK_EXPIRED: {
    status: 400,
    message: "That link has expired or was already used. Ask for a new one.",
  },
  BODY_INVALID: { status: 400, message: "We couldn’t read that request. Send a JSON object." },
  ORIGIN_REFUSED: { status: 403, message: "That request came from another site, so we refused it." },
} as const;

/**
 * True for a password that stands on `leaked` (lowercase), whatever its case, also with digits or signs behind it:
 * "Dragon2024!!" falls to the same guesses as "dragon".
 */
export function isLeaked(password: string, leaked: ReadonlySet<string>): boolean {
  const plain = password.toLowerCase();
  return leaked.has(plain) || leaked.has(plain.replace(/[^\p{L}]+$/u, ""));
}

/** What an account's row says of a ban; without a time it is for good. */
export interface Ban {
  banned?: boolean | null;
  banExpires?: Date | string | null;
}

/** Whether an account is banned at this moment; as SQL it is `IS_BANNED` in `tables.ts`. */
export function isBanned({ banned, banExpires }: Ban, now: Date): boolean {
  return banned === true && (!banExpires || new Date(banExpires) > now);
}

const REPEATED = "Repeated characters are easy to guess. A few words that don’t belong together work well.";
const SEQUENCE =
  "Sequences like “abcd” or “qwerty” are easy to guess. A few words that don’t belong together work well.";

/** Why a password is easy to guess, by the name of zxcvbn's warning; every other reason has the code's own sentence. */
export const GUESSABLE_BECAUSE: Readonly<Record<string, string>> = {
  simpleRepeat: REPEATED,
  extendedRepeat: REPEATED,
  sequences: SEQUENCE,
  straightRow: SEQUENCE,
  keyPattern: SEQUENCE,
  userInputs:
    "Your name, your e-mail address and this site’s name are easy to guess. Choose something nobody would connect to you.",
};

/** The words that somebody who knows a person would try first: their name and address, and the instance's name. */
export function wordsAbout(...about: string[]): string[] {
  const words = about.flatMap((text) => [
    text,
    text.replace(/[^\p{L}\p{N}]+/gu, ""),
    ...text.split(/[^\p{L}\p{N}]+/u),
  ]);
  return [...new Set(words.map((word) => word.toLowerCase()).filter((word) => word.length > 2))];
}
