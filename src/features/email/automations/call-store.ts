import { and, eq } from "drizzle-orm";
import { contacts } from "#src/features/audience/contacts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";

/** A contact as bodies have them. */
export async function findCalledContact(db: Db, user_id: string, id: string) {
  const [row] = await db
    .select({
      id: contacts.id,
      email: contacts.email,
      name: contacts.name,
      phone: contacts.phone,
      country: contacts.country,
      tags: contacts.tags,
      fields: contacts.fields,
      status: contacts.status,
    })
    .from(contacts)
    .where(and(eq(contacts.user_id, user_id), eq(contacts.id, id)));
  return row;
}

export type CalledContact = NonNullable<Awaited<ReturnType<typeof findCalledContact>>>;
