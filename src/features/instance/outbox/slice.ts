import type { Slice } from "#src/features/slice.ts";
import { outboxContract } from "./contract.ts";
import { outboxMails } from "./mails.ts";
import { outboxRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { accounts: outboxContract },
  routes: { accounts: outboxRoutes },
  mails: outboxMails,
};
