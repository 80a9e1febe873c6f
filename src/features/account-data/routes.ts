import type { AccountPart } from "#src/platform/account-part.ts";
import { routes } from "#src/platform/http/api.ts";
import { deleteAccount, downloadExport, getDeletion, importExport, startExport } from "./account-data.ts";
import { accountDataContract } from "./contract.ts";

/** `parts` is what every slice stores about an account. */
export function accountDataRoutes(parts: readonly AccountPart[]) {
  return routes(accountDataContract, {
    deletion: (ctx) => getDeletion(ctx, parts),
    export: startExport,
    download: (ctx, input) => downloadExport(ctx, input, parts),
    import: importExport,
    delete: deleteAccount,
  });
}
