import { accountsContract } from "#src/features/accounts/contract.ts";
import { type AccountJobs, accountJobs } from "#src/features/accounts/jobs.ts";
import { accountRoutes } from "#src/features/accounts/routes.ts";
import { clicksContract, hotContract } from "#src/features/clicks/contract.ts";
import { clickJobs } from "#src/features/clicks/jobs.ts";
import { clickRoutes } from "#src/features/clicks/routes.ts";
import type { Visitors } from "#src/features/clicks/visitors.ts";
import { egressContract } from "#src/features/egress/contract.ts";
import type { Egress } from "#src/features/egress/egress.ts";
import { egressJobs } from "#src/features/egress/jobs.ts";
import { egressRoutes } from "#src/features/egress/routes.ts";
import { geoContract } from "#src/features/geo/contract.ts";
import { geoRoutes } from "#src/features/geo/routes.ts";
import { inAppContract } from "#src/features/in-app/contract.ts";
import { inAppJobs } from "#src/features/in-app/jobs.ts";
import { inAppRoutes } from "#src/features/in-app/routes.ts";
import { leadsContract } from "#src/features/leads/contract.ts";
import { leadJobs } from "#src/features/leads/jobs.ts";
import { findProfileOwner } from "#src/features/leads/leads.ts";
import { leadRoutes } from "#src/features/leads/routes.ts";
import { linksContract } from "#src/features/links/contract.ts";
import { copyIcons, linkJobs } from "#src/features/links/jobs.ts";
import { duplicateProfile } from "#src/features/links/profile-copies.ts";
import { linkRoutes } from "#src/features/links/routes.ts";
import { mediaContract } from "#src/features/media/contract.ts";
import { mediaRoutes } from "#src/features/media/routes.ts";
import { profilesContract } from "#src/features/profiles/contract.ts";
import { copyPictures, profileJobs } from "#src/features/profiles/jobs.ts";
import { requireProfile } from "#src/features/profiles/profiles.ts";
import { profileRoutes } from "#src/features/profiles/routes.ts";
import { publicPageContract } from "#src/features/public-page/contract.ts";
import { publicPageRoutes } from "#src/features/public-page/routes.ts";
import { reportsContract } from "#src/features/reports/contract.ts";
import { reportRoutes } from "#src/features/reports/routes.ts";
import { settingsContract } from "#src/features/settings/contract.ts";
import { settingsRoutes } from "#src/features/settings/routes.ts";
import { siteContract } from "#src/features/site/contract.ts";
import { siteRoutes } from "#src/features/site/routes.ts";
import type { Platform } from "#src/platform/context.ts";
import type { JobHandler, JobType } from "#src/platform/jobs/jobs.ts";

/** Every endpoint of the instance: what the API is described by, and what the access test walks. */
export const contract = {
  settings: settingsContract,
  accounts: accountsContract,
  egress: egressContract,
  media: mediaContract,
  geo: geoContract,
  inApp: inAppContract,
  profiles: profilesContract,
  links: linksContract,
  leads: leadsContract,
  clicks: clicksContract,
  hot: hotContract,
  reports: reportsContract,
  publicPage: publicPageContract,
  site: siteContract,
};

/** What answers below `/api/v1`; the endpoints of `hot` are answered before the router. */
export function createRouter({ egress, visitors }: { egress: Egress; visitors: Visitors }) {
  return {
    settings: settingsRoutes,
    accounts: accountRoutes,
    egress: egressRoutes,
    media: mediaRoutes(egress),
    geo: geoRoutes(egress),
    inApp: inAppRoutes({
      requireOpen: (platform, id) => findProfileOwner(platform, { profile_uuid: id }),
      requireOwn: requireProfile,
    }),
    profiles: profileRoutes(duplicateProfile),
    links: linkRoutes,
    leads: leadRoutes,
    clicks: clickRoutes,
    reports: reportRoutes,
    publicPage: publicPageRoutes({ egress, visitors }),
    site: siteRoutes,
  };
}

/** Every background job and every schedule. */
export const jobs: JobHandler<Platform & AccountJobs>[] = [
  ...accountJobs,
  ...egressJobs,
  ...inAppJobs,
  ...profileJobs,
  ...linkJobs,
  ...leadJobs,
  ...clickJobs,
];

/** What is done once at every start: pictures of other hosts, stored by a version that showed them from there. */
export const startJobs: JobType<object>[] = [copyPictures, copyIcons];
