import { factorContract } from "#src/features/accounts/factor-contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const factorsApi = clientFor("accounts", factorContract);
