import { banContract } from "#src/features/identity/accounts/bans/ban-contract.ts";
import { liftBan } from "#src/features/identity/accounts/bans/bans.ts";
import { routes } from "#src/platform/http/api.ts";
import { confirmApproval, declineApproval, listApprovals } from "./approvals.ts";
import { banWithSecond } from "./bans.ts";
import { approvalsContract } from "./contract.ts";

export const approvalRoutes = routes(approvalsContract, {
  list: listApprovals,
  confirm: confirmApproval,
  decline: declineApproval,
});

/** Its contract is where its screen finds it. */
export const banRoutes = routes(banContract, { ban: banWithSecond, liftBan });
