import { routes } from "#src/platform/http/api.ts";
import { exportActivity, listActivity, listPeople } from "./audit.ts";
import { auditContract } from "./contract.ts";

export const auditRoutes = routes(auditContract, {
  list: listActivity,
  people: listPeople,
  exportCsv: exportActivity,
});
