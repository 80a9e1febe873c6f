import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { bannerDismissals, banners } from "./tables.ts";

export const bannersPart: AccountPart = {
  tables: [
    {
      table: bannerDismissals,
      by: { account: bannerDismissals.user_id },
      unexported: "They only say which messages of the instance aren’t shown anymore.",
    },
    // A banner outlives whoever wrote it: with their account, only their name goes.
    {
      table: banners,
      by: { account: banners.updated_by },
      unexported: "They’re the instance’s messages, not the account’s.",
      isErasedApart: true,
    },
  ],
  people: [bannerDismissals.user_id, banners.updated_by],
};
