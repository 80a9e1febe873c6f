import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { eraseFromRequests } from "./store.ts";
import { helpMessages, helpNotes, helpRequests } from "./tables.ts";

export const helpRequestsPart: AccountPart = {
  tables: [
    {
      table: helpNotes,
      by: { account: helpNotes.account_id },
      unexported: "What this instance’s staff noted for each other isn’t part of the exchange.",
    },
    {
      table: helpMessages,
      by: { account: helpMessages.account_id },
      exported: {
        as: "help-messages",
        id: helpMessages.id,
        without: ["account_id", "written_by"],
        unrestored: "Requests for help belong to the instance that they were sent to.",
      },
    },
    {
      table: helpRequests,
      by: { account: helpRequests.account_id },
      exported: {
        as: "help-requests",
        id: helpRequests.id,
        without: ["account_id", "assignee_id"],
        unrestored: "Requests for help belong to the instance that they were sent to.",
      },
    },
  ],
  people: [
    helpRequests.account_id,
    helpRequests.assignee_id,
    helpMessages.account_id,
    helpMessages.written_by,
    helpNotes.account_id,
    helpNotes.written_by,
  ],
  // Also what they sent without signing in, and their name on what they wrote as staff.
  async erase({ db }, { account, email }) {
    await eraseFromRequests(db, { account, email });
  },
};
