import { failure } from "#src/lib/errors.ts";
import { AUTH_ERRORS, isLeaked, PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from "./rules.ts";

let list: Promise<ReadonlySet<string>> | undefined;

/** The local list of leaked passwords, read at the first use: a start does not wait for it. */
function leakedPasswords(): Promise<ReadonlySet<string>> {
  list ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set<string>(dictionary["passwords-common"] as string[]),
  );
  return list;
}

/** Refuses a password that is too short, too long or known to be leaked. */
export async function requireGoodPassword(password: string): Promise<void> {
  if (password.length < PASSWORD_CHARS_MIN) throw failure(AUTH_ERRORS, "PASSWORD_TOO_SHORT");
  if (password.length > PASSWORD_CHARS_MAX) throw failure(AUTH_ERRORS, "PASSWORD_TOO_LONG");
  if (isLeaked(password, await leakedPasswords())) throw failure(AUTH_ERRORS, "PASSWORD_LEAKED");
}
