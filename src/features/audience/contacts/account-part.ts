import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { restoreContacts } from "./import/restoration.ts";
import { unassignErasedUser } from "./pipeline/unassignment.ts";
import {
  contactMerges,
  contactRequests,
  contactSettings,
  contacts,
  contactTasks,
  contactTimeline,
  formerContacts,
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
      table: contactRequests,
      by: { account: contactRequests.user_id },
      exported: {
        as: "privacy-requests",
        id: contactRequests.id,
        without: ["user_id", "email_hash"],
        unrestored:
          "Privacy requests: they prove what the account that answered them did. They’re in the file for reading.",
      },
    },
    {
      table: contactMerges,
      by: { account: contactMerges.user_id },
      exported: {
        as: "contact-merges",
        id: contactMerges.id,
        without: ["user_id", "undo"],
        unrestored: "Merged leads: they’re back as one lead, and can’t be split anymore.",
      },
    },
    {
      table: formerContacts,
      by: { account: formerContacts.user_id },
      unexported: "Hashes for links in e-mail that was sent from this account, which end with it.",
    },
    {
      table: contactSettings,
      by: { account: contactSettings.user_id },
      exported: { as: "lead-settings", id: contactSettings.user_id, without: ["user_id", "former_accounts"] },
    },
  ],
  people: [contactRequests.by, contacts.owner_id, contactTasks.assignee_id],
  async restore(ctx, from) {
    await restoreContacts(ctx, from);
    return undefined;
  },
  erase: (platform, { account }) => unassignErasedUser(platform, account),
};
