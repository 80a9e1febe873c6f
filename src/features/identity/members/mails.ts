import { randomBytes } from "node:crypto";
import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { ROLE_LABELS } from "#src/features/identity/team/contract.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { PATHS } from "#src/lib/paths.ts";
import { mailedName } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { hashToken } from "./received-invitations.ts";
import { INVITATION_DAYS } from "./rules.ts";
import { findReceivedInvitation, listProfileNames, lockMember, updateTokenHash } from "./store.ts";

const TOKEN_BYTES = 24;
const NAMES_MAX = 10;

const byId = z.object({ id: z.string() });
const aboutMember = z.object({ account: z.string(), user_id: z.string() });

/** It contains no link, because that's created when it's sent. */
export const invitationMail: MailType<z.output<typeof byId>> = {
  template: "members.invitation",
  label: "Invitation to a team",
  data: byId,
};
export const removedMail: MailType<z.output<typeof aboutMember>> = {
  template: "members.removed",
  label: "Removed from a team",
  data: aboutMember,
};

export const memberMails: MailHandler<Platform>[] = [
  mailHandler(invitationMail, invitationEmail),
  mailHandler(removedMail, removedEmail),
];

async function invitationEmail(platform: Platform, { id }: { id: string }): Promise<Email | Unneeded> {
  const { db, instance, settings, now } = platform;
  const found = await findReceivedInvitation(db, { id });
  if (found?.invitation.state !== "open" || Date.parse(found.invitation.expires_at) <= +now())
    return { unneeded: "By then, the invitation had been revoked, answered, or had expired." };
  const { invitation, inviter } = found;
  const team = nameOf(found.team);
  const by = inviter ? nameOf(inviter.name) : team;
  const { account, role, profile_ids } = invitation;
  const names = profile_ids && (await listProfileNames(db, { account, ids: profile_ids }));
  const url = instance.publicUrl + PATHS.acceptInvitation;
  return {
    to: invitation.email,
    subject: `${by} invited you to ${team}’s team on ${settings.get(INSTANCE_NAME)}`,
    preview: `Your role there: ${ROLE_LABELS[role].label.toLowerCase()}.`,
    lines: [
      `${by} has invited you to ${team}’s team. See what you’d be able to do, then accept or decline.`,
      `The link is for this e-mail address, and works for ${INVITATION_DAYS} days.`,
    ],
    details: [
      { label: "Role", value: `${ROLE_LABELS[role].label}: ${ROLE_LABELS[role].can}`, isOurs: true },
      ...(names ? [{ label: "Profiles", value: listed(names) }] : []),
    ],
    action: { label: "See the invitation", url, makeUrl: () => makeLink(platform, { id, url }) },
    footer: `You got this e-mail because ${inviter?.email ?? by} entered this address. If you don’t know them, ignore it.`,
  };
}

async function makeLink({ db }: Platform, { id, url }: { id: string; url: string }): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await updateTokenHash(db, id, hashToken(token));
  return `${url}?token=${token}`;
}

async function removedEmail(
  { db, instance, settings }: Platform,
  { account, user_id }: z.output<typeof aboutMember>,
): Promise<Email | Unneeded> {
  const owner = await findPerson(db, account);
  const person = await findPerson(db, user_id);
  if (!owner || !person) return { unneeded: "One of the accounts had been deleted by then." };
  if (await lockMember(db, { account, id: user_id })) return { unneeded: "They’re on the team again." };
  const team = nameOf(owner.name);
  return {
    to: person.email,
    subject: `You’re no longer on ${team}’s team`,
    preview: "Your own account stays as it is.",
    lines: [
      `You were removed from ${team}’s team, so you no longer have access to its pages and figures. What you made there stays with the team.`,
      "Your own account stays as it is.",
    ],
    action: { label: "Go to your account", url: instance.publicUrl + PATHS.dashboard },
    footer: `You got this e-mail because you were on a team on ${settings.get(INSTANCE_NAME)}.`,
  };
}

function nameOf(name: string): string {
  return mailedName(name) || "Someone";
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX).map(nameOf).join(", ");
  if (names.length === 0) return "None, because they were deleted";
  return names.length > NAMES_MAX ? `${shown} and ${names.length - NAMES_MAX} more` : shown;
}
