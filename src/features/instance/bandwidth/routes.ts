import { routes } from "#src/platform/http/api.ts";
import { getEgress } from "./bandwidth.ts";
import { egressContract } from "./contract.ts";

export const egressRoutes = routes(egressContract, { sums: getEgress });
