import { routes } from "#src/platform/http/api.ts";
import { leadsContract } from "./contract.ts";
import {
  deleteLead,
  deleteLeads,
  exportLeads,
  exportPickedLeads,
  listLeads,
  undoLeadDeletion,
} from "./lead-list.ts";
import { captureLead, findProfileOwner } from "./leads.ts";

export const leadRoutes = routes(leadsContract, {
  profileOwner: findProfileOwner,
  capture: captureLead,
  list: listLeads,
  exportCsv: exportLeads,
  exportPicked: exportPickedLeads,
  delete: deleteLead,
  deleteMany: deleteLeads,
  restore: undoLeadDeletion,
});
