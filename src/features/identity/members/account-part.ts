import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { updateSubjects } from "#src/platform/events/events.ts";
import {
  memberJoined,
  memberLeft,
  memberProfilesChanged,
  memberRemoved,
  memberRoleChanged,
} from "./events.ts";
import { invitations } from "./tables.ts";

const EVENTS_ABOUT_MEMBERS = [
  memberJoined,
  memberRoleChanged,
  memberProfilesChanged,
  memberLeft,
  memberRemoved,
].map(({ name }) => name);

export const membersPart: AccountPart = {
  tables: [
    {
      table: invitations,
      by: { account: invitations.account },
      exported: {
        as: "invitations",
        id: invitations.id,
        without: ["account", "invited_by", "accepted_by", "token_hashes"],
        unrestored: "Invitations: nobody gets access by an import. Invite people again.",
      },
    },
    // Invitations from others reveal someone's address too.
    {
      table: invitations,
      by: { email: invitations.email },
      unexported: "They’re invitations of other accounts.",
    },
    {
      table: invitations,
      by: { account: invitations.accepted_by },
      unexported: "They’re invitations of other accounts.",
    },
  ],
  people: [invitations.invited_by, invitations.accepted_by],
  swapPeople: (platform, swap) => updateSubjects(platform, swap, EVENTS_ABOUT_MEMBERS),
};
