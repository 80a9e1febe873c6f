import * as z from "zod";
import { REAUTHENTICATION_ERRORS } from "#src/features/identity/accounts/contract.ts";
import { PROFILE_ERRORS } from "#src/features/pages/profiles/contract.ts";
import { ROLES, TEAM_ROLES } from "#src/lib/access.ts";
import { idSchema, listOf, member, open, person, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { INVITATION_DAYS } from "./rules.ts";

export const MEMBER_ERRORS = {
  EMAIL_INVALID: { status: 400, message: "That’s not an e-mail address. Check it for typos." },
  EMAIL_UNCONFIRMED: {
    status: 409,
    message: "Confirm your own e-mail address before you invite people.",
  },
  ALREADY_ON_TEAM: { status: 409, message: "They’re already on the team." },
  ROLE_ABOVE_YOURS: { status: 403, message: "You can’t give a role that may do more than yours." },
  PROFILES_REQUIRED: { status: 400, message: "Choose at least one profile." },
  INVITATION_NOT_FOUND: { status: 404, message: "That invitation is gone. Reload to see the team." },
  INVITATION_GONE: {
    status: 410,
    message: "This invitation no longer works. Ask the person who invited you for a new one.",
  },
  WRONG_ACCOUNT: { status: 403, message: "This invitation is for another e-mail address." },
  MEMBER_NOT_FOUND: { status: 404, message: "They’re not on the team. Reload to see who is." },
  OWNER_STAYS: { status: 409, message: "The owner can’t be changed, removed, or leave." },
  YOURSELF: { status: 409, message: "You can’t change your own role. Ask someone else on the team." },
} as const;

const limitedTo = z.array(idSchema).max(1000).nullable();

export const memberSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  picture: z.string().nullable(),
  role: z.enum(ROLES),
  /** The only profiles they can access, or null for all of them. */
  profile_ids: limitedTo,
  /** Null for the owner. */
  joined_at: z.string().nullable(),
});
export type TeamMember = z.infer<typeof memberSchema>;

export const invitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(TEAM_ROLES),
  profile_ids: limitedTo,
  /** The inviter's name, or null if they no longer have an account. */
  invited_by: z.string().nullable(),
  state: z.enum(["open", "expired", "declined"]),
  created_at: z.string(),
  expires_at: z.string(),
});
export type Invitation = z.infer<typeof invitationSchema>;

/** The details of an invitation for anyone with its link. */
export const receivedInvitationSchema = z.object({
  email: z.string(),
  role: z.enum(TEAM_ROLES),
  /** The names of the only profiles it covers, or null for all of them. */
  profiles: z.array(z.string()).nullable(),
  team: z.string(),
  invited_by: z.string().nullable(),
  expires_at: z.string(),
  /** Decides between signing in and signing up. */
  has_account: z.boolean(),
});
export type ReceivedInvitation = z.infer<typeof receivedInvitationSchema>;

export const inviteSchema = z.object({
  email: z.string().max(1000),
  role: z.enum(TEAM_ROLES),
  profile_ids: limitedTo.optional(),
});

export const changeMemberSchema = z.object({
  id: idSchema,
  role: z.enum(TEAM_ROLES).optional(),
  profile_ids: limitedTo.optional(),
});

const byId = z.object({ id: idSchema });
const byToken = z.object({ token: z.string().max(200) });
const done = z.object({ id: z.string() });
const { get, post, patch, del } = routesOf("team");
const NOT_YOURS = pickErrors(MEMBER_ERRORS, "INVITATION_NOT_FOUND");

export const membersContract = {
  list: member("team.manage")
    .route(get("/team/members", "Who is on the team, the owner first"))
    .output(listOf(memberSchema)),
  change: member("team.manage")
    .route(patch("/team/members/{id}", "Change a member’s role or profiles, effective immediately"))
    .errors({
      ...pickErrors(MEMBER_ERRORS, "MEMBER_NOT_FOUND", "OWNER_STAYS", "YOURSELF"),
      ...pickErrors(MEMBER_ERRORS, "ROLE_ABOVE_YOURS", "PROFILES_REQUIRED"),
      ...pickErrors(PROFILE_ERRORS, "PROFILE_NOT_FOUND"),
      ...REAUTHENTICATION_ERRORS,
    })
    .input(changeMemberSchema)
    .output(memberSchema),
  remove: member("team.manage")
    .route(del("/team/members/{id}", "Remove someone from the team. What they made stays"))
    .errors(pickErrors(MEMBER_ERRORS, "MEMBER_NOT_FOUND", "OWNER_STAYS", "YOURSELF"))
    .input(byId)
    .output(done),
  leave: person("account.see")
    .route(post("/team/leave", "Leave the team of this request’s account"))
    .errors(pickErrors(MEMBER_ERRORS, "OWNER_STAYS"))
    .output(done),
  invitations: member("team.manage")
    .route(get("/team/invitations", "Who has been invited and hasn’t joined"))
    .output(listOf(invitationSchema)),
  invite: member("team.manage")
    .route(
      post(
        "/team/invitations",
        `Invite someone by e-mail for ${INVITATION_DAYS} days. Inviting them again replaces the invitation`,
        { successStatus: 201 },
      ),
    )
    .errors({
      ...pickErrors(MEMBER_ERRORS, "EMAIL_INVALID", "EMAIL_UNCONFIRMED", "ALREADY_ON_TEAM"),
      ...pickErrors(MEMBER_ERRORS, "ROLE_ABOVE_YOURS", "PROFILES_REQUIRED"),
      ...pickErrors(PROFILE_ERRORS, "PROFILE_NOT_FOUND"),
      ...REAUTHENTICATION_ERRORS,
    })
    .input(inviteSchema)
    .output(invitationSchema),
  resend: member("team.manage")
    .route(
      post(
        "/team/invitations/{id}/resend",
        "E-mail an invitation again, with a new link that works for as long as a new one’s",
      ),
    )
    .errors({
      ...NOT_YOURS,
      ...pickErrors(MEMBER_ERRORS, "ALREADY_ON_TEAM", "EMAIL_UNCONFIRMED", "ROLE_ABOVE_YOURS"),
      ...REAUTHENTICATION_ERRORS,
    })
    .input(byId)
    .output(invitationSchema),
  revoke: member("team.manage")
    .route(del("/team/invitations/{id}", "Take an invitation back: its links stop working"))
    .errors(NOT_YOURS)
    .input(byId)
    .output(done),
  offer: open()
    .route(get("/invitations/{token}", "What an invitation offers, for anyone with its link"))
    .errors(pickErrors(MEMBER_ERRORS, "INVITATION_GONE"))
    .input(byToken)
    .output(receivedInvitationSchema),
  accept: person("account.see")
    .route(
      post(
        "/invitations/{token}/accept",
        "Join a team as the person whose address was invited; the session goes on in its account",
      ),
    )
    .errors(pickErrors(MEMBER_ERRORS, "INVITATION_GONE", "WRONG_ACCOUNT", "ALREADY_ON_TEAM"))
    .input(byToken)
    .output(z.object({ account: z.string(), name: z.string(), role: z.enum(ROLES) })),
  decline: open()
    .route(post("/invitations/{token}/decline", "Say no to an invitation; its links stop working"))
    .errors(pickErrors(MEMBER_ERRORS, "INVITATION_GONE"))
    .input(byToken)
    .output(z.object({ declined: z.literal(true) })),
};
