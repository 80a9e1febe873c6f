import type * as z from "zod";
import { requireProfile } from "#src/features/profiles/profiles.ts";
import { requirePermission } from "#src/features/team/team.ts";
import { cleanText } from "#src/lib/text.ts";
import type { Ctx } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { CONSENT_CHARS_MAX, type importedLeadSchema } from "./contract.ts";
import { leadsImported } from "./events.ts";
import { joinContacts } from "./joining.ts";
import { LEAD_SOURCE, parseLead } from "./rules.ts";
import { insertLeads, type LeadRow } from "./store.ts";

const BATCH_ROWS = 500;

interface Import {
  profile_id: string;
  leads: z.output<typeof importedLeadSchema>[];
}

/**
 * Adds leads from an account's export, with the proof of what they agreed to. Nobody gets an e-mail. Addresses
 * already on the list and impossible ones are left out. Returns how many were added.
 */
export async function importLeads(ctx: Ctx, { profile_id, leads }: Import): Promise<number> {
  requirePermission(ctx, "leads.delete");
  const profile = await requireProfile(ctx, profile_id);
  const rows = leads.flatMap((lead): LeadRow[] => {
    const reading = parseLead({ ...lead, phone: lead.phone ?? "" }, "optional");
    if (!reading.ok) return [];
    const id = derivedId(profile.id, lead.id);
    const own = { id, profile_id: profile.id, user_id: profile.user_id, lead_source: LEAD_SOURCE };
    const texts = {
      referrer_host: cleanText(lead.referrer_host),
      consent_text: cleanText(lead.consent_text, CONSENT_CHARS_MAX),
      consent_version: cleanText(lead.consent_version),
    };
    const none = { contact_id: null, download_sent_at: null, session_id: null };
    return [{ ...lead, ...reading.fields, ...texts, ...own, ...none }];
  });
  let added = 0;
  for (let at = 0; at < rows.length; at += BATCH_ROWS) {
    added += await ctx.write(async (ctx) => {
      const leads = await insertLeads(ctx.db, rows.slice(at, at + BATCH_ROWS));
      const count = leads.length;
      await joinContacts(ctx, leads, { isImport: true });
      if (count > 0) await ctx.announce(leadsImported, { subject: profile.id, payload: { count } });
      return count;
    });
  }
  return added;
}
