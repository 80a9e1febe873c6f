import { routes } from "#src/platform/http/api.ts";
import { profilesContract } from "./contract.ts";
import { checkOwnCss } from "./own-css/own-css.ts";
import { ownCssContract } from "./own-css/own-css-contract.ts";
import { updateProfile } from "./profile-changes.ts";
import { createProfile, getProfile, getSlots, listProfiles, setProfileStatus } from "./profiles.ts";
import { listOfferedThemes, offerTheme, takeThemeBack } from "./themes/gallery.ts";
import { createTheme, deleteTheme, listThemes } from "./themes/themes.ts";
import { themesContract } from "./themes/themes-contract.ts";
import { deleteProfile, restoreProfile } from "./trash/trash.ts";
import { suggestUsername } from "./usernames/usernames.ts";

export const profileRoutes = routes(profilesContract, {
  list: listProfiles,
  create: createProfile,
  get: getProfile,
  update: updateProfile,
  setStatus: setProfileStatus,
  delete: deleteProfile,
  restore: restoreProfile,
  slots: getSlots,
  suggestUsername,
});

export const themeRoutes = routes(themesContract, {
  list: listThemes,
  create: createTheme,
  delete: deleteTheme,
  listOffered: listOfferedThemes,
  offer: offerTheme,
  takeBack: takeThemeBack,
});

export const ownCssRoutes = routes(ownCssContract, { check: checkOwnCss });
