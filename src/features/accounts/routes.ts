import { routes } from "#src/platform/http/api.ts";
import { getMail, listMail, readInstance, readMe } from "./accounts.ts";
import { accountsContract } from "./contract.ts";

export const accountRoutes = routes(accountsContract, {
  me: readMe,
  instance: readInstance,
  listMail,
  getMail,
});
