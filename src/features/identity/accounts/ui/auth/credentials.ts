import { PASSWORD_CHARS_MIN } from "#src/features/identity/accounts/rules.ts";
import { apiErrorOf } from "#src/kit/api-error.ts";

export const PASSWORD_RULE = `At least ${PASSWORD_CHARS_MIN} characters. A few unrelated words work well.`;

export const FAILED = "That didn’t work. Try again.";

export function emailProblem(value: string): string | null {
  const written = value.trim();
  if (written === "") return "Enter your e-mail address.";
  return /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(written) ? null : "That e-mail address isn’t complete.";
}

export function passwordProblem(value: string): string | null {
  return value.length < PASSWORD_CHARS_MIN
    ? `Use at least ${PASSWORD_CHARS_MIN} characters. So far it’s ${value.length}.`
    : null;
}

/** True if the first step succeeded and the code is next. */
export function isSecondStepRequired(error: unknown): boolean {
  return apiErrorOf(error)?.code === "SECOND_STEP_REQUIRED";
}

type Field = "name" | "email" | "password";

/** Returns the server's message at its field, if it has one. */
export function fieldErrors(error: unknown): Partial<Record<Field, string>> | undefined {
  const refusal = apiErrorOf(error);
  const field = refusal && fieldOf(refusal.code);
  return field && { [field]: refusal.message };
}

function fieldOf(code: string): Field | undefined {
  if (code.startsWith("PASSWORD_")) return "password";
  if (code.startsWith("EMAIL_") || code.startsWith("USER_ALREADY_EXISTS")) return "email";
  return code.startsWith("NAME_") ? "name" : undefined;
}
