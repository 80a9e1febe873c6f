import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { eraseReferredPerson } from "./store.ts";
import { affiliatePopups, referralCodes, referralMarks, referralRewards, referrals } from "./tables.ts";

const REFERRED = "Referrals: links, and the slots they earned, belong to the account they were made for.";

/** Once a referred person is gone, their referrer keeps the row and the reward, without the person. */
export const referralsPart: AccountPart = {
  tables: [
    {
      table: referralMarks,
      by: { account: referralMarks.user_id },
      unexported: "Hashes that keep people from referring themselves.",
    },
    {
      table: referrals,
      by: { account: referrals.referrer_user_id },
      label: "Referrals",
      // The referred person's data belongs to someone else.
      exported: {
        as: "referrals",
        id: referrals.id,
        without: ["referred_user_id", "flags"],
        unrestored: REFERRED,
      },
    },
    {
      table: referralCodes,
      by: { account: referralCodes.user_id },
      exported: { as: "referral-codes", id: referralCodes.code, unrestored: REFERRED },
    },
    {
      table: referralRewards,
      by: { account: referralRewards.user_id },
      exported: { as: "referral-rewards", id: referralRewards.id, unrestored: REFERRED },
    },
    {
      table: affiliatePopups,
      by: { account: affiliatePopups.user_id },
      unexported: "It counts how often a dialog was shown.",
    },
  ],
  // Links, referrals, and slots belong to the account. The browser's traces, and the popup's history, belong
  // to the person.
  people: [referralMarks.user_id, affiliatePopups.user_id],
  async swapPeople({ db }, { other }) {
    await eraseReferredPerson(db, other);
  },
};
