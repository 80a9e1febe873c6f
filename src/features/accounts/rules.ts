/** Shortest password; there are no other rules of composition. */
export const PASSWORD_CHARS_MIN = 10;
export const PASSWORD_CHARS_MAX = 200;
export const PERSON_NAME_CHARS_MAX = 100;
export const RESET_TOKEN_SECONDS = 3600;

export const AUTH_ERRORS = {
  PASSWORD_TOO_SHORT: { status: 400, message: "A password has at least 10 characters." },
  PASSWORD_TOO_LONG: { status: 400, message: "A password has at most 200 characters." },
  PASSWORD_LEAKED: {
    status: 400,
    message: "This password is on lists of leaked passwords. Please choose another one.",
  },
  NAME_REQUIRED: { status: 400, message: "Please tell us your name." },
  EMAIL_INVALID: { status: 400, message: "This is not a mail address." },
  BODY_INVALID: { status: 400, message: "The request could not be read. Is it valid JSON?" },
  ORIGIN_REFUSED: { status: 403, message: "This request came from another site and was refused." },
} as const;

/**
 * True for a password that stands on `leaked` (lowercase), whatever its case, also with digits or signs behind it:
 * "Dragon2024!!" falls to the same guesses as "dragon".
 */
export function isLeaked(password: string, leaked: ReadonlySet<string>): boolean {
  const plain = password.toLowerCase();
  return leaked.has(plain) || leaked.has(plain.replace(/[^\p{L}]+$/u, ""));
}
