import { inAppContract } from "#src/features/pages/in-app-browsers/contract.ts";
import { listInAppWays } from "#src/features/pages/in-app-browsers/in-app-browsers.ts";
import { routes } from "#src/platform/http/api.ts";
import { publicPageContract } from "./contract.ts";
import { previewPastEmails } from "./public-page.ts";
import { exportSite } from "./static-site.ts";
import { findAccessibleLink, getProfileData, listExits, recordExit, visitPage } from "./visits/visits.ts";

export const publicPageRoutes = routes(publicPageContract, {
  profileData: getProfileData,
  accessibleLink: findAccessibleLink,
  pastEmails: previewPastEmails,
  site: exportSite,
  visit: visitPage,
});

/** Exits are counted by page, but a page's owner is known only after `in-app-browsers`. */
export const inAppRoutes = routes(inAppContract, { recordExit, listWays: listInAppWays, exits: listExits });
