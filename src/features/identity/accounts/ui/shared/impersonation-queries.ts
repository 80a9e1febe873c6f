import { impersonationContract } from "#src/features/identity/accounts/impersonation/impersonation-contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const impersonationApi = clientFor("accounts", impersonationContract);
