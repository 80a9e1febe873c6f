import { routes } from "#src/platform/http/api.ts";
import { inAppContract } from "./contract.ts";
import { listExits, type Profiles, recordExit } from "./in-app.ts";

export const inAppRoutes = (profiles: Profiles) =>
  routes(inAppContract, {
    recordExit: (ctx, input) => recordExit({ ...ctx, profiles }, input),
    exits: (ctx, input) => listExits({ ...ctx, profiles }, input),
  });
