import { signInMethodsContract } from "#src/features/identity/accounts/sign-in-methods-contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const signInMethodsApi = clientFor("accounts", signInMethodsContract);
