import { routes } from "#src/platform/http/api.ts";
import { deleteAccount, downloadExport, getDeletion, importExport, startExport } from "./account-data.ts";
import { accountDataContract } from "./contract.ts";

export const accountDataRoutes = routes(accountDataContract, {
  deletion: getDeletion,
  export: startExport,
  download: downloadExport,
  import: importExport,
  delete: deleteAccount,
});
