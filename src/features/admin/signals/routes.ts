import { routes } from "#src/platform/http/api.ts";
import { signalContract } from "./contract.ts";
import { addList, listHostLists, lookUpHost, removeList, requestUpdate, uploadList } from "./lists/lists.ts";
import { changeSignal, listHits, listSignals } from "./switches.ts";

export const signalRoutes = routes(signalContract, {
  list: listSignals,
  change: changeSignal,
  hits: listHits,
  lists: listHostLists,
  addList,
  uploadList,
  updateList: requestUpdate,
  removeList,
  lookUp: lookUpHost,
});
