import { PASSWORD_CHARS_MIN } from "#src/features/accounts/rules.ts";

export const PASSWORD_RULE = `At least ${PASSWORD_CHARS_MIN} characters. A few words you remember are best.`;

export const FAILED = "This did not work. Please try again.";

/** What is wrong with an address as it is written; null when nothing is. */
export function emailProblem(value: string): string | null {
  const written = value.trim();
  if (written === "") return "Please enter your e-mail address.";
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(written) ? null : "This e-mail address is not complete.";
}

export function passwordProblem(value: string): string | null {
  return value.length < PASSWORD_CHARS_MIN
    ? `Please use at least ${PASSWORD_CHARS_MIN} characters; this has ${value.length}.`
    : null;
}
