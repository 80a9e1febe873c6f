import * as z from "zod";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { languageNamed } from "#src/lib/language.ts";
import { localeFor } from "#src/lib/locale.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { banMails } from "./bans/ban-mails.ts";
import { type EmailChangeRow, findEmailChange } from "./email-changes/email-change-store.ts";
import { emailLinks, type LinkOwner } from "./email-links/email-links.ts";
import { impersonationMails } from "./impersonation/impersonation-mails.ts";
import { findPerson, hasAccount, type PersonRow } from "./person/person-store.ts";
import type { LinkPurpose } from "./rules.ts";
import { formatPlace } from "./sessions/sessions.ts";
import { signInMethodMails } from "./sign-in-methods/sign-in-methods.ts";
import { findRemovalForMail } from "./two-factor/removal-store.ts";

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

const newDevice = z.object({
  email: z.string(),
  device: z.string(),
  /** In the format of `Place`. */
  country: z.string().default(""),
  city: z.string().default(""),
  at: z.string(),
});
export const newDeviceMail: MailType<z.output<typeof newDevice>> = {
  template: "accounts.new-device",
  label: "Sign-in from a new device",
  data: newDevice,
};

export const passwordChangedMail: ToAddress = {
  template: "accounts.password-changed",
  label: "Password changed",
  data: toAddress,
};

/** The change's id, because a link is for no other change. */
const ofChange = z.object({ email: z.string(), change_id: z.string() });
type OfChange = z.output<typeof ofChange>;
export const oldEmailMail: MailType<OfChange> = {
  template: "accounts.old-email",
  label: "Change of e-mail address, to the old one",
  data: ofChange,
  triesMax: TRIES_MAX,
};
export const newEmailMail: MailType<OfChange & { to: string }> = {
  template: "accounts.new-email",
  label: "Change of e-mail address, to the new one",
  data: ofChange.extend({ to: z.string() }),
  triesMax: TRIES_MAX,
};

const ofRemoval = z.object({ id: z.string() });
export const removalMail: MailType<z.output<typeof ofRemoval>> = {
  template: "accounts.factor-removal",
  label: "Two-step sign-in will be removed",
  data: ofRemoval,
};

const NO_ACCOUNT = { unneeded: "There’s no account with this e-mail address, or it’s suspended." };
const NO_CHANGE = { unneeded: "The change was canceled, or replaced by a newer one." };

/** E-mail about the person's own account. Links are created when it's sent. */
const securityMails: MailHandler<Platform>[] = [
  mailHandler(removalMail, async (platform: Platform, { id }) => {
    const found = await findRemovalForMail(platform.db, id);
    if (!found) return { unneeded: "It had been stopped by then." };
    const links = emailLinks(platform);
    const { email } = found;
    const owner = await links.findOwner(email);
    if (!owner) return NO_ACCOUNT;
    const name = platform.settings.get(INSTANCE_NAME);
    return {
      to: email,
      subject: `Two-step sign-in will be removed from your ${name} account`,
      preview: "If you didn’t ask for that, stop it now.",
      lines: [
        "Someone told the people who run this instance that you’ve lost your second step. They’ll remove it, so that your password is enough to sign in.",
        "If that wasn’t you, say so now: nothing is removed, every device is signed out, and your password stops working, because whoever asked may know it.",
      ],
      details: [
        { label: "Reason", value: found.reason },
        { label: "When", value: momentFor(found, found.dueAt.toISOString()) },
      ],
      action: {
        label: "This wasn’t me",
        url: links.pageOf("notMe"),
        makeUrl: () => links.make("notMe", owner),
      },
      footer: `You got this e-mail because the way you sign in to ${name} is about to change.`,
    };
  }),
  mailHandler(newDeviceMail, async (platform: Platform, { email, device, at, ...from }) => {
    const links = emailLinks(platform);
    const owner = await links.findOwner(email);
    if (!owner) return NO_ACCOUNT;
    const name = platform.settings.get(INSTANCE_NAME);
    const person = await findPerson(platform.db, owner.id);
    const place = formatPlace(from, languageNamed(person?.language));
    return {
      to: email,
      subject: `New sign-in to ${name}`,
      preview: `From ${device}.`,
      lines: [
        "Someone, hopefully you, just signed in to your account from a device we hadn’t seen there before.",
      ],
      details: [
        { label: "Device", value: device, isOurs: true },
        { label: "Where", value: place ?? "Unknown", isOurs: place === null },
        { label: "When", value: momentFor(person, at) },
      ],
      action: {
        label: "This wasn’t me",
        url: links.pageOf("notMe"),
        makeUrl: () => links.make("notMe", owner),
      },
      footer: "If it was you, there’s nothing to do. The place is an estimate.",
    };
  }),
  mailHandler(passwordChangedMail, async (platform: Platform, { email }) => {
    const owner = await emailLinks(platform).findOwner(email);
    if (!owner) return NO_ACCOUNT;
    const { instance, settings } = platform;
    return {
      to: email,
      subject: `You have a new password for ${settings.get(INSTANCE_NAME)}`,
      preview: "Your other devices were signed out.",
      lines: [
        "Your password was just changed, and your other devices were signed out.",
        "If it wasn’t you, reset it now.",
      ],
      action: { label: "Reset password", url: instance.publicUrl + PATHS.forgotPassword },
      footer: "If it was you, there’s nothing to do.",
    };
  }),
  mailHandler(oldEmailMail, async (platform: Platform, { email, change_id }) => {
    const found = await findPending(platform, { email, change_id });
    if ("unneeded" in found) return found;
    return {
      to: email,
      subject: `Confirm your new e-mail address for ${platform.settings.get(INSTANCE_NAME)}`,
      preview: `From now on, it would be ${found.change.email}.`,
      lines: [
        `Someone, hopefully you, asked to change the e-mail address of your account to ${found.change.email}.`,
        "To go ahead, confirm it here, and at the new address as well. The link works once, for 24 hours.",
      ],
      action: {
        label: "Confirm the change",
        ...linkOf(platform, { purpose: "oldEmail", owner: found.owner }),
      },
      footer: "If it wasn’t you, don’t confirm it, and change your password: your address stays as it is.",
    };
  }),
  mailHandler(newEmailMail, async (platform: Platform, { email, to, change_id }) => {
    const found = await findPending(platform, { email, change_id });
    if ("unneeded" in found) return found;
    const name = platform.settings.get(INSTANCE_NAME);
    // Informs the reader of this inbox rather than the caller.
    if (await hasAccount(platform.db, to)) {
      return {
        to,
        subject: `Your e-mail address was entered on ${name}`,
        preview: "Nothing changes.",
        lines: [
          "Someone asked to use this e-mail address for another account. It’s already the address of yours, so nothing changes.",
        ],
        action: { label: `Open ${name}`, url: platform.instance.publicUrl + PATHS.dashboard },
        footer: "If it wasn’t you, there’s nothing to do.",
      };
    }
    return {
      to,
      reader: email,
      subject: `Confirm your e-mail address for ${name}`,
      preview: "The link works once, for 24 hours.",
      lines: [
        `Someone, hopefully you, asked to use this e-mail address for their ${name} account.`,
        "The link works once, for 24 hours.",
      ],
      action: {
        label: "Confirm e-mail address",
        ...linkOf(platform, { purpose: "newEmail", owner: found.owner }),
      },
      footer: "If it wasn’t you, ignore this e-mail.",
    };
  }),
];

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
  ...impersonationMails,
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

/** Formats a moment in the person's time zone, which is named, in their language and region. */
function momentFor(
  person: Pick<PersonRow, "language" | "region" | "time_zone"> | undefined,
  at: string,
): string {
  const format = new Intl.DateTimeFormat(localeFor(person), {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone: person?.time_zone ?? "UTC",
    timeZoneName: "short",
  });
  return format.format(new Date(at));
}

async function findPending(
  platform: Platform,
  { email, change_id }: OfChange,
): Promise<Unneeded | { owner: LinkOwner; change: EmailChangeRow }> {
  const owner = await emailLinks(platform).findOwner(email);
  if (!owner) return NO_ACCOUNT;
  const change = await findEmailChange(platform.db, owner.id);
  return change?.id === change_id ? { owner, change } : NO_CHANGE;
}

function linkOf(platform: Platform, { purpose, owner }: { purpose: LinkPurpose; owner: LinkOwner }) {
  const links = emailLinks(platform);
  return { url: links.pageOf(purpose), makeUrl: () => links.make(purpose, owner) };
}
