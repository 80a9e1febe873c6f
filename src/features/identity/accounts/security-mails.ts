import * as z from "zod";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { languageNamed } from "#src/lib/language.ts";
import { localeFor } from "#src/lib/locale.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { formatPlace } from "./device-label.ts";
import { type EmailChangeRow, findEmailChange } from "./email-change-store.ts";
import { emailLinks, type LinkOwner } from "./email-links.ts";
import { findPerson, hasAccount, type PersonRow } from "./person-store.ts";

const TRIES_MAX = 7;

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

const ofPerson = z.object({ email: z.string() });
export const passwordChangedMail: MailType<z.output<typeof ofPerson>> = {
  template: "accounts.password-changed",
  label: "Password changed",
  data: ofPerson,
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

const NO_ACCOUNT = { unneeded: "There’s no account with this e-mail address, or it’s suspended." };
const NO_CHANGE = { unneeded: "The change was canceled, or replaced by a newer one." };

/** Formats a moment in the person's time zone, which is named, in their language and region. */
function momentFor(person: PersonRow | undefined, at: string): string {
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

/** E-mail about the person's own account. Links are created when it's sent. */
export const securityMails: MailHandler<Platform>[] = [
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
      action: { label: "Confirm the change", ...linkOf(platform, "oldEmail", found.owner) },
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
      action: { label: "Confirm e-mail address", ...linkOf(platform, "newEmail", found.owner) },
      footer: "If it wasn’t you, ignore this e-mail.",
    };
  }),
];

async function findPending(
  platform: Platform,
  { email, change_id }: OfChange,
): Promise<Unneeded | { owner: LinkOwner; change: EmailChangeRow }> {
  const owner = await emailLinks(platform).findOwner(email);
  if (!owner) return NO_ACCOUNT;
  const change = await findEmailChange(platform.db, owner.id);
  return change?.id === change_id ? { owner, change } : NO_CHANGE;
}

function linkOf(platform: Platform, purpose: "oldEmail" | "newEmail", owner: LinkOwner) {
  const links = emailLinks(platform);
  return { url: links.pageOf(purpose), makeUrl: () => links.make(purpose, owner) };
}
