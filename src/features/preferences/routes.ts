import { routes } from "#src/platform/http/api.ts";
import { preferencesContract } from "./contract.ts";
import { listPreferences, updatePreferences } from "./preferences.ts";
import { addPushDevice, listPushDevices, removePushDevice } from "./push-devices.ts";

export const preferenceRoutes = routes(preferencesContract, {
  list: listPreferences,
  update: updatePreferences,
  listPushDevices,
  addPushDevice,
  removePushDevice,
});
