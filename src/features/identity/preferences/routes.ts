import { routes } from "#src/platform/http/api.ts";
import { preferencesContract } from "./contract.ts";
import { listPreferences, updatePreferences } from "./preferences.ts";
import { addPushDevice, listPushDevices, removePushDevice } from "./push-devices.ts";
import { getTableViews, saveTableViews } from "./table-views.ts";
import { viewsContract } from "./views-contract.ts";

export const preferenceRoutes = {
  ...routes(viewsContract, { tableViews: getTableViews, keepTableViews: saveTableViews }),
  ...routes(preferencesContract, {
    list: listPreferences,
    update: updatePreferences,
    listPushDevices,
    addPushDevice,
    removePushDevice,
  }),
};
