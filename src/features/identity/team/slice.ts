import type { Slice } from "#src/features/slice.ts";
import { teamPart } from "./account-part.ts";
import { teamContract } from "./contract.ts";
import { teamRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { team: teamContract },
  routes: { team: teamRoutes },
  accountPart: teamPart,
};
