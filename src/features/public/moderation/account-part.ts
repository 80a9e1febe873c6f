import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { eraseReporter } from "./store.ts";
import { pageReports } from "./tables.ts";

export const moderationPart: AccountPart = {
  tables: [
    {
      table: pageReports,
      by: { profile: pageReports.profile_id },
      unexported: "Who reports a page isn’t for its owner to know.",
    },
  ],
  // Their reports about others stay, but without their name.
  async erase({ db }, { email }) {
    await eraseReporter(db, email);
  },
};
