import * as z from "zod";
import { listErased } from "#src/features/audience/contacts/import/import.ts";
import { requirePermission } from "#src/features/identity/team/team.ts";
import { requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { cleanText } from "#src/lib/text.ts";
import type { ExportReader } from "#src/platform/account-data-registry.ts";
import type { Ctx } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { eventLoopYielder } from "#src/platform/event-loop.ts";
import { updateLeadContacts } from "./contact-store.ts";
import { CONSENT_CHARS_MAX, importedLeadSchema } from "./contract.ts";
import { leadsImported } from "./events.ts";
import { LEAD_SOURCE, parseLead } from "./rules.ts";
import { insertLeads, type LeadRow } from "./store.ts";
import { upsertContacts } from "./upsert-contact.ts";

/** Building the statements for 500 kept everyone else waiting for more than a tenth of a second. */
const BATCH_ROWS = 200;

const exportedLead = importedLeadSchema.extend({ profile_id: z.uuid() });

/** Restores the sign-ups of existing pages. Each comes after its contact, which has more data. */
export async function restoreLeads(ctx: Ctx, from: ExportReader): Promise<{ leads: number }> {
  let added = 0;
  const leads = Map.groupBy(await from.rows("leads", exportedLead), ({ profile_id }) => profile_id);
  for (const [profile, rows] of leads) {
    const profile_id = from.profiles.get(profile);
    if (profile_id !== undefined) added += await importLeads(ctx, { profile_id, leads: rows });
  }
  return { leads: added };
}

interface Import {
  profile_id: string;
  leads: z.output<typeof importedLeadSchema>[];
}

/**
 * Adds leads from an account's export, with the proof of their consents. Nobody gets an e-mail. Addresses
 * already on the list, invalid ones, and those of people who requested to be erased are left out. Returns how
 * many were added.
 */
export async function importLeads(ctx: Ctx, { profile_id, leads }: Import): Promise<number> {
  requirePermission(ctx, "leads.delete");
  const profile = await requireProfile(ctx, profile_id);
  const takeTurn = eventLoopYielder();
  let added = 0;
  for (let at = 0; at < leads.length; at += BATCH_ROWS) {
    const batch: LeadRow[] = [];
    for (const lead of leads.slice(at, at + BATCH_ROWS)) {
      await takeTurn();
      const row = rowOf(lead, profile);
      if (row) batch.push(row);
    }
    added += await ctx.write(async (ctx) => {
      const erased = await listErased(
        ctx,
        profile.user_id,
        batch.map(({ email }) => email),
      );
      const welcome = batch.filter(({ email }) => !erased.has(email));
      if (welcome.length === 0) return 0;
      const leads = await insertLeads(ctx.db, welcome);
      const count = leads.length;
      const contacts = await upsertContacts(ctx, leads, { isImport: true });
      await updateLeadContacts(ctx.db, { account: profile.user_id, profile_id, contacts });
      if (count > 0) await ctx.announce(leadsImported, { subject: profile.id, payload: { count } });
      return count;
    });
  }
  return added;
}

function rowOf(lead: Import["leads"][number], profile: { id: string; user_id: string }): LeadRow | undefined {
  const reading = parseLead({ ...lead, phone: lead.phone ?? "" }, "optional");
  if (!reading.ok) return undefined;
  const id = derivedId(profile.id, lead.id);
  const own = { id, profile_id: profile.id, user_id: profile.user_id, lead_source: LEAD_SOURCE };
  const texts = {
    referrer_host: cleanText(lead.referrer_host),
    consent_text: cleanText(lead.consent_text, CONSENT_CHARS_MAX),
    consent_version: cleanText(lead.consent_version),
  };
  const none = { contact_id: null, download_sent_at: null, session_id: null };
  return { ...lead, ...reading.fields, ...texts, ...own, ...none };
}
