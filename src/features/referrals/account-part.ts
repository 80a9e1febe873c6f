import type { AccountPart } from "#src/platform/account-part.ts";
import { forgetReferred } from "./store.ts";
import { affiliatePopups, referralCodes, referralMarks, referralRewards, referrals } from "./tables.ts";

/** Once a referred person is gone, who referred them keeps the row and the reward, without the person. */
export const referralsPart: AccountPart = {
  tables: [
    { table: referralMarks, by: { account: referralMarks.user_id } },
    {
      table: referrals,
      by: { account: referrals.referrer_user_id },
      label: "Referrals",
      // Who they referred is someone else's data.
      exported: { as: "referrals", id: referrals.id, without: ["referred_user_id", "flags"] },
    },
    {
      table: referralCodes,
      by: { account: referralCodes.user_id },
      exported: { as: "referral-codes", id: referralCodes.code },
    },
    {
      table: referralRewards,
      by: { account: referralRewards.user_id },
      exported: { as: "referral-rewards", id: referralRewards.id },
    },
    { table: affiliatePopups, by: { account: affiliatePopups.user_id } },
  ],
  // Links, referrals and slots are the account's. The browser's traces, and what was shown there, are the person's.
  people: [referralMarks.user_id, affiliatePopups.user_id],
  async swapPeople({ db }, { other }) {
    await forgetReferred(db, other);
  },
};
