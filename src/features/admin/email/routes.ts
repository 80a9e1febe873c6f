import { routes } from "#src/platform/http/api.ts";
import { emailContract } from "./contract.ts";
import {
  checkReturn,
  findMessages,
  findSuppressions,
  getOverview,
  listReceivingHosts,
  listSendingAccounts,
  stopAccount,
  stopAll,
} from "./email.ts";

export const emailRoutes = routes(emailContract, {
  overview: getOverview,
  accounts: listSendingAccounts,
  receivers: listReceivingHosts,
  messages: findMessages,
  suppressions: findSuppressions,
  checkReturn,
  stopAll,
  stopAccount,
});
