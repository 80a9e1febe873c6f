/*
 * What applies to changing any way of signing in (`two-factor.ts`, `passkeys.ts`, `google.ts`).
 */
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Person } from "#src/platform/context.ts";
import { FACTOR_ERRORS } from "./contract.ts";
import { requirePerson } from "./members.ts";
import { requireRecentSignIn } from "./reauthentication.ts";
import { hasWayIn } from "./rules.ts";
import { listWaysIn } from "./way-in-store.ts";

/** The person acting, who has recently proven who they are. */
export async function requireRecentPerson(ctx: Ctx): Promise<Person> {
  const person = requirePerson(ctx);
  await requireRecentSignIn(ctx);
  return person;
}

/**
 * The same, for adding a way in. Otherwise, anyone who signs up with someone else's address could leave
 * themselves a way in for the day its owner takes over the account.
 */
export async function requireOwnerOfAddress(ctx: Ctx): Promise<Person> {
  const person = await requireRecentPerson(ctx);
  if (!person.email_verified) throw failure(FACTOR_ERRORS, "EMAIL_UNCONFIRMED");
  return person;
}

/** Refuses if the last way to sign in has just been removed. */
export async function requireWayIn({ db }: Ctx, userId: string): Promise<void> {
  if (!hasWayIn(await listWaysIn(db, userId))) throw failure(FACTOR_ERRORS, "LAST_WAY_IN");
}
