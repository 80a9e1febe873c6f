import { routes } from "#src/platform/http/api.ts";
import { preferencesContract } from "./contract.ts";
import { listPreferences, updatePreferences } from "./preferences.ts";

export const preferenceRoutes = routes(preferencesContract, {
  list: listPreferences,
  update: updatePreferences,
});
