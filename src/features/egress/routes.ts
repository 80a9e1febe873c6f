import { routes } from "#src/platform/http/api.ts";
import { egressContract } from "./contract.ts";
import { getEgress } from "./egress.ts";

export const egressRoutes = routes(egressContract, { sums: getEgress });
