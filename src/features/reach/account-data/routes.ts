import { routes } from "#src/platform/http/api.ts";
import {
  deleteAccount,
  downloadExport,
  downloadMergedExport,
  getDeletion,
  importExport,
  startExport,
} from "./account-data.ts";
import { accountDataContract } from "./contract.ts";

export const accountDataRoutes = routes(accountDataContract, {
  deletion: getDeletion,
  export: startExport,
  download: downloadExport,
  downloadMerged: downloadMergedExport,
  import: importExport,
  delete: deleteAccount,
});
