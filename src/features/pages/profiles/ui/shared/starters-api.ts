import { profileStartersContract } from "#src/features/pages/profiles/starters-contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const startersApi = clientFor("profiles", profileStartersContract);
