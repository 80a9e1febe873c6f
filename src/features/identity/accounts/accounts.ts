/*
 * Accounts: the signed-in person, and the instance's public data.
 * better-auth (`auth.ts`) handles signing up and in, behind `auth-routes.ts`, with links by e-mail
 * (`email-links.ts`, `mails.ts`), Google (`google.ts`), and known devices (`devices.ts`). Passkeys
 * (`passkeys.ts`) and codes as a second step (`two-factor.ts`, `mfa-challenge.ts`) are our own. `person.ts`
 * has personal settings, `reauthentication.ts` requires proof of identity before irreversible actions,
 * `bans.ts` locks accounts out, `deletion-request.ts` closes those waiting to be deleted, and `id-swap.ts`
 * gives one another owner. Teams and staff roles belong to `team`.
 */
import { BRAND_COLOR, INSTANCE_NAME, LOGO, SUPPORT_ADDRESS } from "#src/lib/brand.ts";
import type { Ctx, Person, Platform } from "#src/platform/context.ts";
import { inTransaction } from "./auth-transaction.ts";
import { emailLinks } from "./email-links.ts";
import { requireMember } from "./require-actor.ts";
import { hasDomain } from "./rules.ts";
import { hasFounder, updateActiveAccount } from "./store.ts";

export { closeAccount, deletePerson } from "./deletion-request.ts";
export { deviceLabel } from "./device-label.ts";
export {
  isHandedOver,
  lockOwnerAndMember,
  requireSameIdentity,
  swapUserIds,
  updateActiveAccounts,
} from "./id-swap.ts";
export { changePerson, findLocale } from "./person.ts";
export { findLanguage, findPerson, hasAccount } from "./person-store.ts";
export { requireRecentSignIn, requireRecentSignInOfPeople } from "./reauthentication.ts";
export { requireMember, requirePerson, requireResponsiblePersonId } from "./require-actor.ts";
export { findFounder, hasFounder, isClosed, listDueForDeletion } from "./store.ts";

/** Confirms a person's address because they've opened a link that another slice sent there. */
export function confirmEmail(platform: Platform, { id, email_verified }: Person): Promise<void> {
  return inTransaction(platform, () => emailLinks(platform).confirm({ id, emailVerified: email_verified }));
}

/** Stores, with the person's session, the account that they continue in; null for their own. */
export async function saveActiveAccount(ctx: Ctx, account: string | null): Promise<void> {
  await updateActiveAccount(ctx.db, requireMember(ctx).sessionId, account);
}

/** Returns the instance's public data, and whether it can send e-mail. */
export async function getInstance({ instance, settings, mail, db }: Platform) {
  const { publicUrl, pagesUrl } = instance;
  return {
    name: settings.get(INSTANCE_NAME),
    logo: settings.get(LOGO),
    brand_color: settings.get(BRAND_COLOR),
    support_address: settings.get(SUPPORT_ADDRESS),
    public_url: publicUrl,
    pages_url: pagesUrl,
    needs_founder: !(await hasFounder(db)),
    sends_email: mail.delivery === "smtp",
    offers_google: instance.offersGoogle,
    offers_passkeys: hasDomain(publicUrl),
  };
}
