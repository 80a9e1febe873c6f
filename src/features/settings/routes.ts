import { routes } from "#src/platform/http/api.ts";
import { settingsContract } from "./contract.ts";
import { readAllowances, setPlans } from "./settings.ts";

export const settingsRoutes = routes(settingsContract, {
  allowances: (ctx) => readAllowances(ctx),
  setPlans,
});
