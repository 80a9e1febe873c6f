import { routes } from "#src/platform/http/api.ts";
import { settingsContract } from "./contract.ts";
import { listSettings, updateSettings } from "./settings.ts";

export const settingsRoutes = routes(settingsContract, { list: listSettings, update: updateSettings });
