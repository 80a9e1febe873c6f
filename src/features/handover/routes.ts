import type { AccountPart } from "#src/platform/account-part.ts";
import { routes } from "#src/platform/http/api.ts";
import { handoverContract } from "./contract.ts";
import {
  acceptHandover,
  declineHandover,
  getHandover,
  listOffers,
  offerHandover,
  revokeHandover,
} from "./handover.ts";

/** `parts` is what every slice stores about an account. */
export function handoverRoutes(parts: readonly AccountPart[]) {
  return routes(handoverContract, {
    get: getHandover,
    offer: offerHandover,
    revoke: revokeHandover,
    offers: listOffers,
    accept: (ctx, input) => acceptHandover(ctx, input, parts),
    decline: declineHandover,
  });
}
