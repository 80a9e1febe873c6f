import { shortNameContract } from "#src/features/pages/links/short-names/name-contract.ts";
import { clientFor } from "#src/kit/api.ts";

/** Separate from the other calls, which the list loads first. */
export const shortNameApi = clientFor("links", shortNameContract);
