import { AUTH_ERRORS } from "#src/features/identity/accounts/rules.ts";

/** Explains why Google didn't sign someone in, by the code in the URL. */
export function googleProblemMessage(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  const entry = Object.entries(AUTH_ERRORS).find(([known]) => known === code);
  return (entry?.[1] ?? AUTH_ERRORS.GOOGLE_FAILED).message;
}
