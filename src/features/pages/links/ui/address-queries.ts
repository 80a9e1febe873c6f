import { addressContract, linkDetailsContract } from "#src/features/pages/links/address-contract.ts";
import { clientFor } from "#src/kit/api.ts";

/** Separate from the other calls, which the list loads first. */
export const addressApi = clientFor("links", { ...addressContract, ...linkDetailsContract });
