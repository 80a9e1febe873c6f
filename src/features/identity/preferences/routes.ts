import { routes } from "#src/platform/http/api.ts";
import { preferencesContract } from "./contract.ts";
import { getTableViews, listPreferences, saveTableViews, updatePreferences } from "./preferences.ts";
import { addPushDevice, listPushDevices, removePushDevice } from "./push-devices.ts";
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
