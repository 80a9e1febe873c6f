import type { AccountPart } from "#src/platform/account-part.ts";
import {
  contactConsents,
  contactSettings,
  contacts,
  contactTimeline,
  formerContacts,
  suppressions,
} from "./tables.ts";

export const contactsPart: AccountPart = {
  tables: [
    {
      table: contacts,
      by: { account: contacts.user_id },
      label: "Contacts",
      exported: { as: "contacts", id: contacts.id, without: ["user_id"] },
    },
    {
      table: contactConsents,
      by: { account: contactConsents.user_id },
      exported: { as: "consents", id: contactConsents.id, without: ["user_id", "id"] },
    },
    {
      table: contactTimeline,
      by: { account: contactTimeline.user_id },
      exported: { as: "contact-timeline", id: contactTimeline.id, without: ["user_id"] },
    },
    {
      table: suppressions,
      by: { account: suppressions.user_id },
      exported: { as: "suppressions", id: suppressions.id, without: ["user_id", "email_hash"] },
    },
    { table: formerContacts, by: { account: formerContacts.user_id } },
    { table: contactSettings, by: { account: contactSettings.user_id } },
  ],
};
