import { banContract } from "#src/features/identity/accounts/bans/ban-contract.ts";
import type { Slice } from "#src/features/slice.ts";
import { approvalsPart } from "./account-part.ts";
import { banForGood, longBan } from "./bans.ts";
import { approvalsContract } from "./contract.ts";
import { approvalEvents } from "./events.ts";
import { approvalRoutes, banRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { approvals: approvalsContract, accounts: banContract },
  routes: { approvals: approvalRoutes, accounts: banRoutes },
  events: approvalEvents,
  accountPart: approvalsPart,
  approvedActions: [banForGood, longBan],
};
