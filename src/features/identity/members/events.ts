import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

const none = z.object({});
const role = z.object({ role: z.string() });
const limits = z.array(z.string()).nullable();

/** The subject is the invitation, also in the next two. */
export const memberInvited: EventType<{ role: string }> = { name: "member.invited", payload: role };

export const invitationRevoked: EventType<object> = { name: "member.invitation_revoked", payload: none };

export const invitationDeclined: EventType<object> = { name: "member.invitation_declined", payload: none };

/** From here on, the subject is the member's user id. */
export const memberJoined: EventType<{ role: string; invitation_id: string }> = {
  name: "member.joined",
  payload: role.extend({ invitation_id: z.string() }),
};

export const memberRoleChanged: EventType<{ from: string; to: string }> = {
  name: "member.role_changed",
  payload: z.object({ from: z.string(), to: z.string() }),
};

/** Null means every profile. */
export const memberProfilesChanged: EventType<{ from: string[] | null; to: string[] | null }> = {
  name: "member.profiles_changed",
  payload: z.object({ from: limits, to: limits }),
};

export const memberLeft: EventType<{ role: string }> = { name: "member.left", payload: role };

export const memberRemoved: EventType<{ role: string }> = { name: "member.removed", payload: role };
