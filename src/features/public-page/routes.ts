import type { Visitors } from "#src/features/clicks/visitors.ts";
import type { Egress } from "#src/features/egress/egress.ts";
import { routes } from "#src/platform/http/api.ts";
import { publicPageContract } from "./contract.ts";
import { findAccessibleLink, readProfileData, visitPage } from "./visits.ts";

export const publicPageRoutes = (parts: { egress: Egress; visitors: Visitors }) =>
  routes(publicPageContract, {
    profileData: (ctx, input) => readProfileData({ ...ctx, ...parts }, input),
    accessibleLink: (ctx, input) => findAccessibleLink({ ...ctx, ...parts }, input),
    visit: (ctx, input) => visitPage({ ...ctx, ...parts }, input),
  });
