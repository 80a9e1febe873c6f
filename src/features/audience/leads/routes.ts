import { routes } from "#src/platform/http/api.ts";
import { leadsContract } from "./contract.ts";
import { captureLead, findProfileOwner } from "./leads.ts";

export const leadRoutes = routes(leadsContract, {
  profileOwner: findProfileOwner,
  capture: captureLead,
});
