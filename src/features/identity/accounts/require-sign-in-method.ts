/* Requirements for changing any sign-in method (`two-factor.ts`, `passkeys.ts`, `google.ts`). */
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Person } from "#src/platform/context.ts";
import { SIGN_IN_METHOD_ERRORS } from "./contract.ts";
import { requireRecentSignIn } from "./reauthentication.ts";
import { requirePerson } from "./require-actor.ts";
import { hasSignInMethod } from "./rules.ts";
import { listSignInMethods } from "./sign-in-methods-store.ts";

/** Returns the acting person, who has to have proven recently who they are. */
export async function requireRecentlyVerifiedPerson(ctx: Ctx): Promise<Person> {
  const person = requirePerson(ctx);
  await requireRecentSignIn(ctx);
  return person;
}

/**
 * Also requires a confirmed address, for adding a sign-in method. Otherwise, anyone who signs up with someone
 * else's address could leave a back door for the day its owner takes over the account.
 */
export async function requireVerifiedPerson(ctx: Ctx): Promise<Person> {
  const person = await requireRecentlyVerifiedPerson(ctx);
  if (!person.email_verified) throw failure(SIGN_IN_METHOD_ERRORS, "EMAIL_UNCONFIRMED");
  return person;
}

/** Throws if the last sign-in method has just been removed. */
export async function requireSignInMethod({ db }: Ctx, userId: string): Promise<void> {
  if (!hasSignInMethod(await listSignInMethods(db, userId)))
    throw failure(SIGN_IN_METHOD_ERRORS, "LAST_WAY_IN");
}
