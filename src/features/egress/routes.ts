import { routes } from "#src/platform/http/api.ts";
import { egressContract } from "./contract.ts";
import { readEgress } from "./egress.ts";

export const egressRoutes = routes(egressContract, { sums: readEgress });
