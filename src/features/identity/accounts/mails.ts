import * as z from "zod";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import type { Platform } from "#src/platform/context.ts";
import { type Email, type MailHandler, type MailType, mailHandler } from "#src/platform/mail/mail-types.ts";
import { banMails } from "./ban-mails.ts";
import { emailLinks, type LinkOwner } from "./email-links.ts";
import type { LinkPurpose } from "./rules.ts";
import { securityMails } from "./security-mails.ts";
import { signInMethodMails } from "./sign-in-method-mails.ts";

const toAddress = z.object({ email: z.string() });
type ToAddress = MailType<z.output<typeof toAddress>>;
/** A few hours, because people use such a link right away. */
const TRIES_MAX = 7;

export const verificationMail: ToAddress = {
  template: "accounts.verification",
  label: "Confirm e-mail address",
  data: toAddress,
  triesMax: TRIES_MAX,
};
export const resetMail: ToAddress = {
  template: "accounts.reset",
  label: "Reset password",
  data: toAddress,
  triesMax: TRIES_MAX,
};
export const signInMail: ToAddress = {
  template: "accounts.sign-in",
  label: "Sign-in link",
  data: toAddress,
  triesMax: TRIES_MAX,
};

const NO_ACCOUNT = { unneeded: "There’s no account with this e-mail address, or it’s suspended." };

/** Each stores an address and no link. The link is created when the e-mail is sent. */
export const accountMails: MailHandler<Platform>[] = [
  mailHandler(verificationMail, async (platform: Platform, { email }) => {
    const owner = await emailLinks(platform).findOwner(email);
    if (!owner) return NO_ACCOUNT;
    if (owner.emailVerified) return { unneeded: "This e-mail address had been confirmed by then." };
    return verificationEmail(platform, owner);
  }),
  mailHandler(resetMail, async (platform: Platform, { email }) => {
    const owner = await emailLinks(platform).findOwner(email);
    return owner ? resetEmail(platform, owner) : NO_ACCOUNT;
  }),
  // The person who created an account may not own its address. Until that's proven, a sign-in link would let
  // them keep their password, so a link to replace it is sent instead.
  mailHandler(signInMail, async (platform: Platform, { email }) => {
    const owner = await emailLinks(platform).findOwner(email);
    if (!owner) return NO_ACCOUNT;
    return owner.emailVerified ? signInEmail(platform, owner) : resetEmail(platform, owner);
  }),
  ...securityMails,
  ...signInMethodMails,
  ...banMails,
];

function verificationEmail(platform: Platform, owner: LinkOwner): Email {
  const name = platform.settings.get(INSTANCE_NAME);
  return {
    to: owner.email,
    subject: `Confirm your e-mail address for ${name}`,
    preview: "One click, and you’re all set.",
    lines: [`Welcome to ${name}. Confirm that this is your e-mail address, and you’re all set.`],
    action: { label: "Confirm e-mail address", ...linkOf(platform, { purpose: "verify", owner }) },
    footer: `You got this e-mail because someone signed up for ${name} with this address. If it wasn’t you, ignore it.`,
  };
}

function resetEmail(platform: Platform, owner: LinkOwner): Email {
  const name = platform.settings.get(INSTANCE_NAME);
  return {
    to: owner.email,
    subject: `Choose a new password for ${name}`,
    preview: "The link works once, for one hour.",
    lines: [
      `Someone, hopefully you, asked to reset your ${name} password.`,
      "The link works once, for one hour.",
    ],
    action: { label: "Choose a new password", ...linkOf(platform, { purpose: "reset", owner }) },
    footer: "If it wasn’t you, ignore this e-mail. Your password stays the same.",
  };
}

/** Lets the owner in while other people's guesses block the password. */
function signInEmail(platform: Platform, owner: LinkOwner): Email {
  return {
    to: owner.email,
    subject: `Sign in to ${platform.settings.get(INSTANCE_NAME)}`,
    preview: "The link works once, for 30 minutes.",
    lines: ["Here’s the sign-in link you asked for.", "It works once, for 30 minutes."],
    action: { label: "Sign in", ...linkOf(platform, { purpose: "signIn", owner }) },
    footer:
      "If you didn’t ask for it, ignore this e-mail and don’t share the link. Nobody can sign in without it.",
  };
}

function linkOf(platform: Platform, { purpose, owner }: { purpose: LinkPurpose; owner: LinkOwner }) {
  const links = emailLinks(platform);
  return { url: links.pageOf(purpose), makeUrl: () => links.make(purpose, owner) };
}
