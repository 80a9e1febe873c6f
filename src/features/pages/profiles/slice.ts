import type { Slice } from "#src/features/slice.ts";
import { profilesPart } from "./account-part.ts";
import { profileCopiesContract, profilesContract } from "./contract.ts";
import { profileEvents } from "./events.ts";
import { profileJobs } from "./jobs.ts";
import { ownCssContract } from "./own-css/own-css-contract.ts";
import { ownCssRoutes, profileRoutes, themeRoutes } from "./routes.ts";
import { profileMails } from "./staff-marks/mark-mails.ts";
import { profileStartersContract } from "./starters-contract.ts";
import { PROFILE_PICTURES } from "./tables.ts";
import { themesContract } from "./themes/themes-contract.ts";

export const slice: Slice = {
  contract: {
    profiles: { ...profilesContract, ...profileCopiesContract, ...profileStartersContract },
    themes: themesContract,
    ownCss: ownCssContract,
  },
  routes: { profiles: profileRoutes, themes: themeRoutes, ownCss: ownCssRoutes },
  events: profileEvents,
  jobs: profileJobs,
  mails: profileMails,
  accountPart: profilesPart,
  picturePlaces: PROFILE_PICTURES,
};
