import * as z from "zod";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { formatDay } from "#src/lib/event-sentences.ts";
import { localeFor } from "#src/lib/locale.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import { type MailHandler, type MailType, mailHandler } from "#src/platform/mail/mail-types.ts";
import { isBanned } from "../rules.ts";
import { findBan } from "../store.ts";

const oneAccount = z.object({ id: z.string() });
type OneAccount = z.output<typeof oneAccount>;

export const bannedMail: MailType<OneAccount> = {
  template: "accounts.banned",
  label: "Account suspended",
  data: oneAccount,
};
export const banLiftedMail: MailType<OneAccount> = {
  template: "accounts.ban-lifted",
  label: "Suspension lifted",
  data: oneAccount,
};

export const banMails: MailHandler<Platform>[] = [
  mailHandler(bannedMail, async ({ db, now, settings, instance }: Platform, { id }) => {
    const found = await findBan(db, id);
    if (!found || !isBanned(found, now())) return { unneeded: "It had been lifted by then." };
    const name = settings.get(INSTANCE_NAME);
    return {
      to: found.email,
      subject: `Your ${name} account has been suspended`,
      preview: "Your pages are hidden, and nothing goes out in your name.",
      lines: [
        "The people who run this instance have suspended your account. Your pages are hidden, no e-mail goes out in your name, and you can’t sign in.",
        "Nothing was deleted.",
      ],
      details: [
        { label: "Reason", value: found.banReason ?? "" },
        ...(found.banExpires
          ? [{ label: "Until", value: formatDay(found.banExpires.toISOString(), localeFor(found)) }]
          : []),
      ],
      action: { label: "Read the terms", url: instance.publicUrl + PATHS.terms },
      footer: "If you think that’s a mistake, contact the people who run this instance.",
    };
  }),
  mailHandler(banLiftedMail, async ({ db, now, settings, instance }: Platform, { id }) => {
    const found = await findBan(db, id);
    if (!found || isBanned(found, now())) return { unneeded: "It had been suspended again by then." };
    const name = settings.get(INSTANCE_NAME);
    return {
      to: found.email,
      subject: `Your ${name} account is open again`,
      preview: "Your pages are back, and you can sign in.",
      lines: ["Your account is no longer suspended. Your pages are back, and you can sign in."],
      action: { label: "Sign in", url: instance.publicUrl + PATHS.signIn },
      footer: `You got this e-mail because you have an account on ${name}.`,
    };
  }),
];
