import type { Slice } from "#src/features/slice.ts";
import { settingsContract } from "./contract.ts";
import { settingEvents } from "./events.ts";
import { settingsRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { settings: settingsContract },
  routes: { settings: settingsRoutes },
  events: settingEvents,
};
