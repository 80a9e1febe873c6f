import type { SignedUpContact } from "#src/features/audience/consent/consent.ts";
import { needsConfirmation } from "#src/features/audience/consent/double-opt-in.ts";
import type { Touch } from "#src/features/audience/contacts/rules.ts";
import { Failure } from "#src/lib/errors.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { confirmMail } from "./mails.ts";
import type { LeadRow } from "./store.ts";

/** Counted for one address over all pages, because anyone can enter anyone's address. */
const TO_ADDRESS: Limit = { name: "lead-confirmation", attempts: 3, seconds: 86_400 };

export interface SignUpOptions {
  /** Their way to the form. */
  touch?: Pick<Touch, "utm" | "app" | "link">;
  /** Their browser's time zone. */
  timeZone: string | null;
  mustConfirm: boolean;
  mayAsk: boolean;
}

/** True unless too many confirmations were requested for the address today. Each call counts. */
export async function mayAskToConfirm(platform: Platform, email: string): Promise<boolean> {
  try {
    await platform.limits.count(TO_ADDRESS, email);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/**
 * E-mails the link that confirms a sign-up, unless it's already confirmed. True if a confirmation is still
 * required.
 */
export async function askToConfirm(
  ctx: Platform,
  { lead, contact, mayAsk }: { lead: LeadRow; contact: SignedUpContact; mayAsk: boolean },
): Promise<boolean> {
  const { user_id: account, profile_id, email: to } = lead;
  const { id: contact_id, isUnconfirmed } = contact;
  if (!(isUnconfirmed ?? (await needsConfirmation(ctx, { account, id: contact_id })))) return false;
  if (mayAsk)
    await enqueueMail(ctx, {
      mail: confirmMail,
      to,
      account,
      data: { account, profile_id, contact_id },
      about: contact_id,
    });
  return true;
}
