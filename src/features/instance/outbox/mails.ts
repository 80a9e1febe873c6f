import * as z from "zod";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import type { Platform } from "#src/platform/context.ts";
import { type Email, type MailHandler, type MailType, mailHandler } from "#src/platform/mail/mail-types.ts";

const toAddress = z.object({ email: z.string() });

export const testMail: MailType<z.output<typeof toAddress>> = {
  template: "accounts.test",
  label: "Test e-mail",
  data: toAddress,
  triesMax: 7,
};

export const outboxMails: MailHandler<Platform>[] = [
  mailHandler(testMail, async (platform: Platform, { email }) => testEmail(platform, email)),
];

/** Shows the founder that e-mail arrives, and its design. */
function testEmail({ settings, instance }: Platform, to: string): Email {
  const name = settings.get(INSTANCE_NAME);
  return {
    to,
    subject: `E-mail from ${name} works`,
    preview: "This is the test e-mail you asked for.",
    lines: [
      "This is the test e-mail you asked for.",
      "If you found it in your spam folder, others will find theirs there, too.",
    ],
    action: { label: "See what was sent", url: `${instance.publicUrl}/admin/email` },
    footer: `You got this e-mail because you sent it to yourself from ${name}.`,
  };
}
