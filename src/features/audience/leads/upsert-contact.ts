import { type SignUp, signUpMany } from "#src/features/audience/contacts/contacts.ts";
import type { Platform } from "#src/platform/context.ts";
import { updateLeadContacts } from "./contact-store.ts";
import type { LeadRow } from "./store.ts";
import type { TouchDetails } from "./touch.ts";

interface Joining {
  isImport?: boolean;
  mustConfirm?: boolean;
  /** What else is known about how they got to the form. */
  touch?: TouchDetails;
  timeZone?: string | null;
}

/** Makes leads of one profile, just stored, sign-ups of their contacts. Call it in the same transaction. Returns ids by address. */
export async function upsertContacts(
  ctx: Platform,
  leads: readonly LeadRow[],
  { isImport = false, mustConfirm = false, touch = {}, timeZone = null }: Joining = {},
): Promise<Map<string, string>> {
  const [first] = leads;
  if (!first) return new Map();
  const { user_id: account, profile_id } = first;
  const ids = await signUpMany(ctx, {
    account,
    signUps: leads.map((lead) => ({ ...signUpOf(lead, touch), time_zone: timeZone })),
    isImport,
    mustConfirm,
  });
  await updateLeadContacts(ctx.db, { account, profile_id, ids });
  return ids;
}

function signUpOf(lead: LeadRow, touch: Joining["touch"]): Omit<SignUp, "time_zone"> {
  const { id, email, name, phone, profile_id, referrer_host, country, created_at: at } = lead;
  const consent = { text: lead.consent_text, version: lead.consent_version, at: lead.consented_at };
  const source = { at, profile_id, referrer_host, country, ...touch };
  return { id, email, name, phone, source, consent: { ...consent, method: "form" } };
}
