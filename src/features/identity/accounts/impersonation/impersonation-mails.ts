import * as z from "zod";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { inAccount, PATHS } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import { type MailHandler, type MailType, mailHandler } from "#src/platform/mail/mail-types.ts";
import { findForMail } from "./impersonation-store.ts";

const ofImpersonation = z.object({ id: z.string() });

export const impersonationMail: MailType<z.output<typeof ofImpersonation>> = {
  template: "accounts.impersonated",
  label: "Staff opened the account",
  data: ofImpersonation,
};

export const impersonationMails: MailHandler<Platform>[] = [
  mailHandler(impersonationMail, async ({ db, settings, instance }: Platform, { id }) => {
    const found = await findForMail(db, id);
    if (!found) return { unneeded: "The account or the member of staff is gone." };
    const name = settings.get(INSTANCE_NAME);
    return {
      to: found.email,
      subject: `Staff of ${name} opened your account`,
      preview: "For at most 30 minutes, and your activity log says what they do.",
      lines: [
        found.level === "look"
          ? "Someone who runs this instance is looking at your account, for at most 30 minutes. They can’t change anything."
          : "Someone who runs this instance is working in your account, for at most 30 minutes, because you allowed it.",
        "They see no passwords, keys or other secrets, can’t export or delete anything, and nothing goes out in your name. Your activity log says what they looked at and what they changed.",
      ],
      details: [{ label: "Reason", value: found.reason }],
      action: {
        label: "See what they do",
        url: instance.publicUrl + inAccount(PATHS.activity, found.account),
      },
      footer:
        "You got this e-mail because staff opened your account. You can allow or end that in its settings.",
    };
  }),
];
