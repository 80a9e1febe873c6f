import { routes } from "#src/platform/http/api.ts";
import { settingsContract } from "./contract.ts";
import { listSettingChanges, listSettings, updateSettings } from "./settings.ts";

export const settingsRoutes = routes(settingsContract, {
  list: listSettings,
  listChanges: listSettingChanges,
  update: updateSettings,
});
