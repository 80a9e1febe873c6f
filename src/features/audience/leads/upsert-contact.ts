import { type SignedUpContact, type SignUp, signUpMany } from "#src/features/audience/consent/consent.ts";
import type { Platform } from "#src/platform/context.ts";
import type { LeadRow } from "./store.ts";
import type { TouchDetails } from "./touch.ts";

interface Joining {
  isImport?: boolean;
  mustConfirm?: boolean;
  /** Other known facts about their way to the form. */
  touch?: TouchDetails;
  timeZone?: string | null;
}

/** Makes leads of one profile sign-ups of their contacts, in the transaction that stores them. Returns these by address. */
export async function upsertContacts(
  ctx: Platform,
  leads: readonly LeadRow[],
  { isImport = false, mustConfirm = false, touch = {}, timeZone = null }: Joining = {},
): Promise<Map<string, SignedUpContact>> {
  const [first] = leads;
  if (!first) return new Map();
  return signUpMany(ctx, {
    account: first.user_id,
    signUps: leads.map((lead) => ({ ...signUpOf(lead, touch), time_zone: timeZone })),
    isImport,
    mustConfirm,
  });
}

function signUpOf(lead: LeadRow, touch: Joining["touch"]): Omit<SignUp, "time_zone"> {
  const { id, email, name, phone, profile_id, referrer_host, country, created_at: at } = lead;
  const consent = { text: lead.consent_text, version: lead.consent_version, at: lead.consented_at };
  const source = { at, profile_id, referrer_host, country, ...touch };
  return { id, email, name, phone, source, consent: { ...consent, method: "form" } };
}
