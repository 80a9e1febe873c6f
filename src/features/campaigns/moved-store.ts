import { sql } from "drizzle-orm";
import { formerContacts } from "#src/features/contacts/tables.ts";
import { deliveries } from "./tables.ts";

/** Whether a message's contact has had another address since it went out: what it brings is about the old one. */
export function hasAddressChangedSince() {
  const { user_id, contact_id, handed_over_at, handing_since, tried_at } = deliveries;
  return sql<boolean>`exists (select 1 from ${formerContacts} where ${formerContacts.user_id} = ${user_id}
    and ${formerContacts.id} = ${contact_id}
    and ${formerContacts.at} >= coalesce(${handed_over_at}, ${handing_since}, ${tried_at}))`;
}
