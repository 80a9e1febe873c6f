/*
 * What applies to changing any way of signing in (`two-factor.ts`, `passkeys.ts`, `google.ts`).
 */
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Person } from "#src/platform/context.ts";
import { SIGN_IN_METHOD_ERRORS } from "./contract.ts";
import { requireRecentSignIn } from "./reauthentication.ts";
import { requirePerson } from "./require-actor.ts";
import { hasSignInMethod } from "./rules.ts";
import { listSignInMethods } from "./sign-in-methods-store.ts";

/** The person acting, who has recently proven who they are. */
export async function requireRecentlyVerifiedPerson(ctx: Ctx): Promise<Person> {
  const person = requirePerson(ctx);
  await requireRecentSignIn(ctx);
  return person;
}

/**
 * The same, for adding a way in. Otherwise, anyone who signs up with someone else's address could leave
 * themselves a way in for the day its owner takes over the account.
 */
export async function requireVerifiedPerson(ctx: Ctx): Promise<Person> {
  const person = await requireRecentlyVerifiedPerson(ctx);
  if (!person.email_verified) throw failure(SIGN_IN_METHOD_ERRORS, "EMAIL_UNCONFIRMED");
  return person;
}

/** Refuses if the last way to sign in has just been removed. */
export async function requireSignInMethod({ db }: Ctx, userId: string): Promise<void> {
  if (!hasSignInMethod(await listSignInMethods(db, userId)))
    throw failure(SIGN_IN_METHOD_ERRORS, "LAST_WAY_IN");
}
