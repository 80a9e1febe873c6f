import { sql } from "drizzle-orm";
import type { PersonSource } from "#src/features/contacts/tables.ts";

/** A person's sign-ups, for the file of their data. */
export const leadsOfPerson: PersonSource = {
  name: "sign_ups",
  rows: ({ account, ids }) => sql`select profile_id, name, email, phone, lead_source, country, referrer_host,
      consent_text, consent_version, consented_at, created_at, download_sent_at
    from fan_leads where user_id = ${account} and contact_id = any(${ids}::uuid[]) order by created_at, id`,
};
