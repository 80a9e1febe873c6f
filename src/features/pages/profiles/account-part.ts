import { addDays } from "#src/lib/time.ts";
import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { toProfile } from "./profiles.ts";
import { OLD_USERNAME_DAYS, wasHeldBriefly } from "./rules.ts";
import { clientProfiles, oldUsernames, themes } from "./tables.ts";
import { restoreThemes, toTheme } from "./themes/themes.ts";
import { listUsernameReservations, upsertQuarantinedUsernames } from "./usernames/username-store.ts";

export const profilesPart: AccountPart = {
  isErasedLast: true,
  tables: [
    {
      table: clientProfiles,
      by: { account: clientProfiles.user_id },
      label: "Profiles and their pages",
      exported: { as: "profiles", id: clientProfiles.id, show: toProfile },
    },
    {
      table: oldUsernames,
      by: { profile: oldUsernames.profile_id },
      isErasedApart: true,
      exported: {
        as: "old-usernames",
        id: oldUsernames.username,
        unrestored: "Old usernames: nobody can take a name over by an import.",
      },
    },
    {
      table: themes,
      by: { account: themes.user_id },
      label: "Themes",
      exported: { as: "themes", id: themes.id, show: toTheme },
    },
  ],
  followsPage: [{ profile: clientProfiles.id, account: clientProfiles.user_id }],
  restore: restoreThemes,
  // Keeps anyone from taking over a page's visitors by taking its name. Only the name is stored, not its
  // owner.
  async erase({ db, now }, { profileIds }, closedAt) {
    const kept = (await listUsernameReservations(db, profileIds)).filter(
      (holding) => !wasHeldBriefly(holding, closedAt),
    );
    await upsertQuarantinedUsernames(db, {
      profileIds: [...profileIds],
      namesOf: kept.map(({ id }) => id),
      until: addDays(now(), OLD_USERNAME_DAYS),
    });
  },
};
