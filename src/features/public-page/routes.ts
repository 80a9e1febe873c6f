import { routes } from "#src/platform/http/api.ts";
import { publicPageContract } from "./contract.ts";
import { findAccessibleLink, readProfileData, type VisitParts, visitPage } from "./visits.ts";

export const publicPageRoutes = (parts: VisitParts) =>
  routes(publicPageContract, {
    profileData: (ctx, input) => readProfileData({ ...ctx, ...parts }, input),
    accessibleLink: (ctx, input) => findAccessibleLink({ ...ctx, ...parts }, input),
    visit: (ctx, input) => visitPage({ ...ctx, ...parts }, input),
  });
