import type { AccountPart } from "#src/platform/account-part.ts";
import { egressTracking } from "./tables.ts";

export const egressPart: AccountPart = {
  tables: [{ table: egressTracking, by: { account: egressTracking.user_id } }],
};
