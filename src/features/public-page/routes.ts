import type { Egress } from "#src/features/egress/egress.ts";
import { routes } from "#src/platform/http/api.ts";
import { publicPageContract } from "./contract.ts";
import { findAccessibleLink, readProfileData, visitPage } from "./visits.ts";

export const publicPageRoutes = (egress: Egress) =>
  routes(publicPageContract, {
    profileData: (ctx, input) => readProfileData({ ...ctx, egress }, input),
    accessibleLink: (ctx, input) => findAccessibleLink({ ...ctx, egress }, input),
    visit: (ctx, input) => visitPage({ ...ctx, egress }, input),
  });
