import { sql } from "drizzle-orm";
import type { PersonSource } from "#src/features/audience/contacts/tables.ts";

/** Transactional e-mail to a person's address, for the export of their data. Its content is encrypted. */
export const mailsOfPerson: PersonSource = {
  name: "single_mails",
  rows: ({ account, email }) => sql`select email, subject, state, outcome, handed_over_at, created_at
    from transactional_mails where user_id = ${account} and lower(email) = ${email} order by created_at, id`,
};
