import * as z from "zod";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import { type Email, type MailHandler, type MailType, mailHandler } from "#src/platform/mail/mail-types.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";

/** Wording for the subject and the first sentence. */
const CHANGES = {
  two_factor_on: {
    subject: "Two-step sign-in is on",
    line: "Signing in now also takes a code from your authenticator app.",
  },
  two_factor_off: {
    subject: "Two-step sign-in is off",
    line: "Signing in no longer takes a code from your authenticator app.",
  },
  recovery_codes_replaced: {
    subject: "You have new recovery codes",
    line: "Your old ones no longer work.",
  },
  recovery_code_used: {
    subject: "A recovery code was used",
    line: "Someone signed in with one of your recovery codes. It no longer works.",
  },
  passkey_added: { subject: "A passkey was added", line: "You can now sign in with it." },
  passkey_removed: { subject: "A passkey was removed", line: "It no longer signs you in." },
  google_connected: {
    subject: "Google was connected",
    line: "You can now sign in with that Google account.",
  },
  google_disconnected: {
    subject: "Google was disconnected",
    line: "That Google account no longer signs you in.",
  },
} as const;
export type SignInMethodChange = keyof typeof CHANGES;

const change = z.object({
  email: z.string(),
  change: z.enum(Object.keys(CHANGES) as [SignInMethodChange, ...SignInMethodChange[]]),
});

const factorMail: MailType<z.output<typeof change>> = {
  template: "accounts.factor",
  label: "Change to sign-in",
  data: change,
};

export async function enqueueSignInMethodMail(
  platform: Platform,
  { id, email }: { id: string; email: string },
  what: SignInMethodChange,
): Promise<void> {
  await enqueueMail(platform, { mail: factorMail, to: email, account: id, data: { email, change: what } });
}

export const signInMethodMails: MailHandler<Platform>[] = [
  mailHandler(factorMail, async ({ settings, instance }: Platform, { email, change }): Promise<Email> => {
    const { subject, line } = CHANGES[change];
    const name = settings.get(INSTANCE_NAME);
    return {
      to: email,
      subject: `${subject} for your ${name} account`,
      preview: line,
      lines: [
        line,
        "If this wasn’t you, choose a new password right away. Then check your other ways to sign in and remove any you don’t recognize.",
      ],
      action: { label: "Check your settings", url: instance.publicUrl + PATHS.ownSettings },
      footer: `You got this e-mail because the way you sign in to ${name} has changed.`,
    };
  }),
];
