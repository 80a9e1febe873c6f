import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { abAssignments, abTests, abVariants } from "./tables.ts";

const RAN =
  "A/B tests, and what was learned: their campaigns are the other account’s. They’re in the file for reading.";

export const abTestsPart: AccountPart = {
  tables: [
    {
      table: abAssignments,
      by: { account: abAssignments.user_id },
      exported: {
        as: "ab-assignments",
        id: abAssignments.test_id,
        tie: abAssignments.contact_id,
        without: ["user_id"],
        unrestored: RAN,
      },
    },
    {
      table: abVariants,
      by: { account: abVariants.user_id },
      exported: {
        as: "ab-versions",
        id: abVariants.test_id,
        tie: abVariants.position,
        isLong: true,
        without: ["user_id"],
        unrestored: RAN,
      },
    },
    {
      table: abTests,
      by: { account: abTests.user_id },
      label: "A/B tests",
      exported: { as: "ab-tests", id: abTests.id, without: ["user_id", "created_by"], unrestored: RAN },
    },
  ],
  people: [abTests.created_by],
};
