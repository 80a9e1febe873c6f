import { sql } from "drizzle-orm";
import type { PersonSource } from "#src/features/audience/contacts/tables.ts";

/** An import's changes to a person, for the export of their data. */
export const importsOfPerson: PersonSource = {
  name: "imports",
  rows: ({ account, ids }) => sql`select i.created_at, i.consent_text, i.attested_at, c.before, c.changed_at
    from import_changes c join imports i on i.user_id = c.user_id and i.id = c.import_id
    where c.user_id = ${account} and c.contact_id = any(${ids}::uuid[]) order by i.created_at, i.id`,
};
