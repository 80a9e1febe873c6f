import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { eraseFromCases } from "./cases/case-store.ts";
import { deleteReportsOf, eraseReporter } from "./store.ts";
import { moderationCases, pageReports, replyTemplates } from "./tables.ts";

export const moderationPart: AccountPart = {
  tables: [
    {
      table: pageReports,
      by: { profile: pageReports.profile_id },
      unexported: "Who reports a page isn’t for its owner to know.",
    },
    {
      table: moderationCases,
      by: { account: moderationCases.owner_id },
      unexported: "Owners get decisions about their pages by e-mail. The rest would tell who reported them.",
      isErasedApart: true,
    },
    // A template outlives whoever changed it: with their account, only their name goes.
    {
      table: replyTemplates,
      by: { account: replyTemplates.updated_by },
      unexported: "They’re the instance’s texts, not the account’s.",
      isErasedApart: true,
    },
  ],
  // Whoever has the page now answers questions about it and appeals.
  followsPage: [{ profile: moderationCases.profile_id, account: moderationCases.owner_id }],
  people: [replyTemplates.updated_by],
  // Their reports about others stay, but without their name.
  async erase({ db }, { email, account, profileIds }) {
    await deleteReportsOf(db, profileIds);
    await eraseReporter(db, email);
    await eraseFromCases(db, account);
  },
};
