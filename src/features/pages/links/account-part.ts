import { OLD_USERNAME_DAYS } from "#src/features/pages/profiles/rules.ts";
import { addDays } from "#src/lib/time.ts";
import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { updateErasedNames } from "./short-names/name-store.ts";
import { moveNames } from "./short-names/short-names.ts";
import { updateItemAccounts } from "./staff-changes/change-store.ts";
import type { LinkRow } from "./store.ts";
import { linkChecks, linkNames, links, linkVersions, utmTemplates } from "./tables.ts";
import { linkTargets, staffChangeItems, staffChanges } from "./target-tables.ts";
import { eraseTargets } from "./targets/targets.ts";
import { toLink } from "./to-link.ts";
import { restoreUtmTemplates } from "./utm/utm.ts";

export const linksPart: AccountPart = {
  tables: [
    {
      table: links,
      by: { profile: links.profile_id },
      label: "Links",
      exported: { as: "links", id: links.id, show: showLink },
    },
    {
      table: linkNames,
      by: { profile: linkNames.profile_id },
      isErasedApart: true,
      unexported: "Links are exported with their names. Earlier ones only lead to them for a while.",
    },
    {
      table: linkVersions,
      by: { profile: linkVersions.profile_id },
      unexported: "It’s how links came to be what they are, which is exported.",
    },
    {
      table: linkChecks,
      by: { profile: linkChecks.profile_id },
      unexported: "It’s what other servers answered, which anyone can ask them again.",
    },
    {
      table: linkTargets,
      by: { account: linkTargets.account },
      unexported: "It’s where links lead, which is exported with them.",
    },
    {
      table: staffChangeItems,
      by: { account: staffChangeItems.account },
      unexported: "It’s what staff of the instance did, which the activity log says.",
    },
    {
      table: utmTemplates,
      by: { account: utmTemplates.user_id },
      exported: { as: "utm-templates", id: utmTemplates.id, without: ["user_id"] },
    },
  ],
  followsPage: [links, linkVersions, linkChecks].map(({ profile_id: profile, user_id: account }) => ({
    profile,
    account,
  })),
  async movePage(platform, move) {
    await moveNames(platform, move);
    await updateItemAccounts(platform.db, move);
  },
  restore: restoreUtmTemplates,
  people: [linkVersions.changed_by, staffChanges.started_by],
  // Keeps anyone from taking over a link's visitors by taking its name.
  async erase(platform, { account, profileIds }) {
    const { db, now } = platform;
    await eraseTargets(platform, account);
    await updateErasedNames(db, { profileIds: [...profileIds], until: addDays(now(), OLD_USERNAME_DAYS) });
  },
};

function showLink(row: LinkRow) {
  return { ...toLink(row), deleted_at: row.deleted_at };
}
