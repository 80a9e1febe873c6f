import type { Slice } from "#src/features/slice.ts";
import { handoverPart } from "./account-part.ts";
import { handoverContract } from "./contract.ts";
import { transferEvents } from "./events.ts";
import { handoverMails } from "./mails.ts";
import { handoverRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { handover: handoverContract },
  routes: { handover: handoverRoutes },
  events: transferEvents,
  mails: handoverMails,
  accountPart: handoverPart,
};
