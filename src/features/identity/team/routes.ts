import { routes } from "#src/platform/http/api.ts";
import { teamContract } from "./contract.ts";
import { listAccounts, switchAccount } from "./team.ts";

export const teamRoutes = routes(teamContract, { accounts: listAccounts, switchAccount });
