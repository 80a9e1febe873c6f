import { routes } from "#src/platform/http/api.ts";
import { leadsContract } from "./contract.ts";
import { deleteLead, exportLeads, listLeads } from "./lead-list.ts";
import { captureLead, findProfileOwner } from "./leads.ts";

export const leadRoutes = routes(leadsContract, {
  profileOwner: findProfileOwner,
  capture: captureLead,
  list: listLeads,
  exportCsv: exportLeads,
  delete: deleteLead,
});
