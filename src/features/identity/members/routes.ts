import { routes } from "#src/platform/http/api.ts";
import { membersContract } from "./contract.ts";
import { invite, listInvitations, resendInvitation, revokeInvitation } from "./invitations.ts";
import { changeMember, leaveTeam, listMembers, removeMember } from "./members.ts";
import { acceptInvitation, declineInvitation, getReceivedInvitation } from "./received-invitations.ts";

export const memberRoutes = routes(membersContract, {
  list: listMembers,
  change: changeMember,
  remove: removeMember,
  leave: leaveTeam,
  invitations: listInvitations,
  invite,
  resend: resendInvitation,
  revoke: revokeInvitation,
  offer: getReceivedInvitation,
  accept: acceptInvitation,
  decline: declineInvitation,
});
