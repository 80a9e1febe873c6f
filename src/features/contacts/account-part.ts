import type { AccountPart } from "#src/platform/account-part.ts";
import { forgetPerson } from "./releasing.ts";
import {
  contactConsents,
  contactMerges,
  contactRequests,
  contactSettings,
  contacts,
  contactTasks,
  contactTimeline,
  formerContacts,
  suppressions,
} from "./tables.ts";

export const contactsPart: AccountPart = {
  tables: [
    {
      table: contacts,
      by: { account: contacts.user_id },
      label: "Leads",
      exported: { as: "contacts", id: contacts.id, without: ["user_id", "owner_id"] },
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
      table: contactTasks,
      by: { account: contactTasks.user_id },
      exported: { as: "contact-tasks", id: contactTasks.id, without: ["user_id", "assignee_id"] },
    },
    {
      table: suppressions,
      by: { account: suppressions.user_id },
      exported: { as: "suppressions", id: suppressions.id, without: ["user_id", "email_hash"] },
    },
    {
      table: contactRequests,
      by: { account: contactRequests.user_id },
      exported: { as: "privacy-requests", id: contactRequests.id, without: ["user_id", "email_hash"] },
    },
    {
      table: contactMerges,
      by: { account: contactMerges.user_id },
      exported: { as: "contact-merges", id: contactMerges.id, without: ["user_id", "undo"] },
    },
    { table: formerContacts, by: { account: formerContacts.user_id } },
    { table: contactSettings, by: { account: contactSettings.user_id } },
  ],
  people: [contactRequests.by, contacts.owner_id, contactTasks.assignee_id],
  erase: (platform, { account }) => forgetPerson(platform, account),
};
