import { routes } from "#src/platform/http/api.ts";
import { pageVersionsContract } from "./contract.ts";
import { getPageVersion, keepPageNow, listPageVersions } from "./page-versions.ts";
import { restorePageVersion } from "./restoration.ts";

export const pageVersionRoutes = routes(pageVersionsContract, {
  list: listPageVersions,
  get: getPageVersion,
  keep: keepPageNow,
  restore: restorePageVersion,
});
