import { type SignUp, signUpMany } from "#src/features/contacts/contacts.ts";
import type { Platform } from "#src/platform/context.ts";
import { noteContacts } from "./contact-store.ts";
import type { LeadRow } from "./store.ts";

/** Makes leads of one profile, just stored, sign-ups of their contacts. Call it in the same transaction. */
export async function joinContacts(
  ctx: Platform,
  leads: readonly LeadRow[],
  { isImport = false } = {},
): Promise<void> {
  const [first] = leads;
  if (!first) return;
  const { user_id: account, profile_id } = first;
  const ids = await signUpMany(ctx, { account, signUps: leads.map(signUpOf), isImport });
  await noteContacts(ctx.db, { account, profile_id, ids });
}

export function signUpOf(lead: LeadRow): SignUp {
  const { id, email, name, phone, profile_id, referrer_host, country, created_at: at } = lead;
  const consent = { text: lead.consent_text, version: lead.consent_version, at: lead.consented_at };
  const source = { at, profile_id, referrer_host, country };
  return { id, email, name, phone, source, consent: { ...consent, method: "form" } };
}
