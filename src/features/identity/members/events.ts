import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const memberEvents = eventList("team");

const roleName = (role: string) => (role === "billing" ? "billing manager" : role);
const asRole = (role: unknown) => (typeof role === "string" ? ` as ${roleName(role)}` : "");

const role = z.object({ role: z.string() });
const limits = z.array(z.string()).nullable();

/** The subject is the invitation, also in the next two. */
export const memberInvited = memberEvents.add("member.invited", {
  payload: role,
  sentence: ({ role }) => `Invited someone to the team${asRole(role)}`,
});

export const invitationRevoked = memberEvents.add("member.invitation_revoked", {
  sentence: "Revoked an invitation to the team",
});

export const invitationDeclined = memberEvents.add("member.invitation_declined", {
  sentence: "Declined an invitation to the team",
});

/** From here on, the subject is the member's user id. */
export const memberJoined = memberEvents.add("member.joined", {
  payload: role.extend({ invitation_id: z.string() }),
  sentence: ({ role }) => `Joined the team${asRole(role)}`,
});

export const memberRoleChanged = memberEvents.add("member.role_changed", {
  payload: z.object({ from: z.string(), to: z.string() }),
  sentence: ({ to }) => `Changed a team member’s role${typeof to === "string" ? `: ${roleName(to)}` : ""}`,
});

/** Null means every profile. */
export const memberProfilesChanged = memberEvents.add("member.profiles_changed", {
  payload: z.object({ from: limits, to: limits }),
  sentence: ({ to }) =>
    Array.isArray(to)
      ? "Limited a team member to some profiles"
      : "Gave a team member access to all profiles",
});

export const memberLeft = memberEvents.add("member.left", { payload: role, sentence: "Left the team" });

export const memberRemoved = memberEvents.add("member.removed", {
  payload: role,
  sentence: "Removed someone from the team",
});
