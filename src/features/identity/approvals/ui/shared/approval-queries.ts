import { approvalsContract } from "#src/features/identity/approvals/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const approvalsApi = clientFor("approvals", approvalsContract);
