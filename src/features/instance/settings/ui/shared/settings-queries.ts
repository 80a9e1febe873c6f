import { settingsContract } from "#src/features/instance/settings/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const settingsApi = clientFor("settings", settingsContract);
