import { routes } from "#src/platform/http/api.ts";
import { handoverContract } from "./contract.ts";
import {
  acceptHandover,
  declineHandover,
  getHandover,
  listOffers,
  offerHandover,
  revokeHandover,
} from "./ownership-transfer.ts";

export const handoverRoutes = routes(handoverContract, {
  get: getHandover,
  offer: offerHandover,
  revoke: revokeHandover,
  offers: listOffers,
  accept: acceptHandover,
  decline: declineHandover,
});
