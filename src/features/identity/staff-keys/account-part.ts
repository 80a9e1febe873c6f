import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { staffKeys } from "./tables.ts";

export const staffKeysPart: AccountPart = {
  tables: [
    {
      table: staffKeys,
      by: { account: staffKeys.made_by },
      unexported: "They’re for running the instance. Nobody knows them but their programs.",
    },
  ],
  // They stay with their maker when an account gets another owner.
  people: [staffKeys.made_by, staffKeys.revoked_by],
};
