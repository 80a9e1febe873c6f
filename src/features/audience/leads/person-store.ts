import { sql } from "drizzle-orm";
import type { PersonSource } from "#src/features/audience/contacts/tables.ts";
import { visitsOf } from "./timeline-store.ts";

/** A person's sign-ups, for the export of their data. */
export const leadsOfPerson: PersonSource = {
  name: "sign_ups",
  rows: ({ account, ids }) => sql`select profile_id, name, email, phone, lead_source, country, referrer_host,
      consent_text, consent_version, consented_at, created_at, download_sent_at
    from fan_leads where user_id = ${account} and contact_id = any(${ids}::uuid[]) order by created_at, id`,
};

/** A person's actions on the page around their sign-up. */
export const visitsOfPerson: PersonSource = {
  name: "visits",
  rows: ({ account, ids }) => sql`select kind, at, data from
    (${visitsOf(sql`f.user_id = ${account} and f.contact_id = any(${ids}::uuid[])`)}) as visits order by at`,
};
