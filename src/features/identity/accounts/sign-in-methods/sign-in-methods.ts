/* Sign-in methods besides a password: which ones people have, what changing them takes, and the e-mail about it. */
import * as z from "zod";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { failure } from "#src/lib/errors.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { Ctx, Person, Platform } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import { type Email, type MailHandler, type MailType, mailHandler } from "#src/platform/mail/mail-types.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { requirePerson } from "../accounts.ts";
import { SIGN_IN_METHOD_ERRORS } from "../contract.ts";
import { listPasskeys, type PasskeyRow } from "../passkeys/passkey-store.ts";
import { requireRecentSignIn } from "../reauthentication.ts";
import { hasSignInMethod } from "../rules.ts";
import { findRemoval } from "../two-factor/removal-store.ts";
import { findTwoFactor } from "../two-factor/two-factor-store.ts";
import type { signInMethodsSchema } from "./sign-in-methods-contract.ts";
import { listSignInMethods } from "./sign-in-methods-store.ts";

/** Wording for the subject and the first sentence. */
const CHANGES = {
  two_factor_on: {
    subject: "Two-step sign-in is on",
    line: "Signing in now also takes a code from your authenticator app.",
  },
  two_factor_off: {
    subject: "Two-step sign-in is off",
    line: "Signing in no longer takes a code from your authenticator app.",
  },
  recovery_codes_replaced: {
    subject: "You have new recovery codes",
    line: "Your old ones no longer work.",
  },
  recovery_code_used: {
    subject: "A recovery code was used",
    line: "Someone signed in with one of your recovery codes. It no longer works.",
  },
  passkey_added: { subject: "A passkey was added", line: "You can now sign in with it." },
  passkey_removed: { subject: "A passkey was removed", line: "It no longer signs you in." },
  google_connected: {
    subject: "Google was connected",
    line: "You can now sign in with that Google account.",
  },
  google_disconnected: {
    subject: "Google was disconnected",
    line: "That Google account no longer signs you in.",
  },
} as const;
type SignInMethodChange = keyof typeof CHANGES;

const change = z.object({
  email: z.string(),
  change: z.enum(Object.keys(CHANGES) as [SignInMethodChange, ...SignInMethodChange[]]),
});

const factorMail: MailType<z.output<typeof change>> = {
  template: "accounts.factor",
  label: "Change to sign-in",
  data: change,
};

export const GOOGLE = "google";

export async function getSignInMethods(ctx: Ctx): Promise<z.output<typeof signInMethodsSchema>> {
  const { id } = requirePerson(ctx);
  const { providers } = await listSignInMethods(ctx.db, id);
  const twoFactor = await findTwoFactor(ctx.db, id);
  const isOn = !!twoFactor?.confirmedAt;
  const passkeys = await listPasskeys(ctx.db, id);
  const whenNot = ctx.instance.offersGoogle ? "not_connected" : "not_offered";
  return {
    two_factor: {
      is_on: isOn,
      recovery_codes_left: isOn ? twoFactor.recoveryCodes.length : 0,
      removal_due_at: (await findRemoval(ctx.db, id))?.dueAt.toISOString() ?? null,
    },
    passkeys: passkeys.map(toPasskey),
    google: providers.includes(GOOGLE) ? "connected" : whenNot,
  };
}

/** What staff see of how a person signs in. */
export async function describeSignIn(db: Db, userId: string) {
  const { providers, passkeys } = await listSignInMethods(db, userId);
  const twoFactor = await findTwoFactor(db, userId);
  return {
    has_password: providers.includes("credential"),
    has_google: providers.includes(GOOGLE),
    passkeys,
    has_two_factor: !!twoFactor?.confirmedAt,
    removal_due_at: (await findRemoval(db, userId))?.dueAt.toISOString() ?? null,
  };
}

export function toPasskey({ id, name, backedUp, createdAt, lastUsedAt }: PasskeyRow) {
  return {
    id,
    name,
    is_synced: backedUp,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}

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

export async function enqueueSignInMethodMail(
  platform: Platform,
  { id, email }: { id: string; email: string },
  what: SignInMethodChange,
): Promise<void> {
  await enqueueMail(platform, { mail: factorMail, to: email, account: id, data: { email, change: what } });
}

export const signInMethodMails: MailHandler<Platform>[] = [
  mailHandler(factorMail, async ({ settings, instance }: Platform, { email, change }): Promise<Email> => {
    const { subject, line } = CHANGES[change];
    const name = settings.get(INSTANCE_NAME);
    return {
      to: email,
      subject: `${subject} for your ${name} account`,
      preview: line,
      lines: [
        line,
        "If this wasn’t you, choose a new password right away. Then check your other ways to sign in and remove any you don’t recognize.",
      ],
      action: { label: "Check your settings", url: instance.publicUrl + PATHS.ownSettings },
      footer: `You got this e-mail because the way you sign in to ${name} has changed.`,
    };
  }),
];
