import { routes } from "#src/platform/http/api.ts";
import { exportActivity, listActivity, listPeople } from "./audit.ts";
import { getChain, getCheck, startCheck } from "./chain/chain.ts";
import { chainContract } from "./chain/chain-contract.ts";
import { auditContract } from "./contract.ts";
import { exportInstanceLog, listInstanceLog } from "./instance-log/instance-log.ts";
import { instanceLogContract } from "./instance-log/log-contract.ts";

export const auditRoutes = routes(
  { ...auditContract, ...instanceLogContract, ...chainContract },
  {
    list: listActivity,
    people: listPeople,
    exportCsv: exportActivity,
    instanceList: listInstanceLog,
    instanceExport: exportInstanceLog,
    chain: getChain,
    check: getCheck,
    startCheck,
  },
);
