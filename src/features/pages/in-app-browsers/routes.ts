import { routes } from "#src/platform/http/api.ts";
import { listWaysOut, listWaysOutChanges, listWaysOutFigures, updateWaysOut } from "./ways-out.ts";
import { waysOutContract } from "./ways-out-contract.ts";

export const waysOutRoutes = routes(waysOutContract, {
  list: listWaysOut,
  update: updateWaysOut,
  listChanges: listWaysOutChanges,
  figures: listWaysOutFigures,
});
