import { writeEmail } from "#src/platform/mail/email.ts";
import type { Message } from "#src/platform/mail/mail.ts";

/** Who an e-mail goes to, the link it carries, and how the instance calls itself. */
export interface LinkEmail {
  to: string;
  url: string;
  instanceName: string;
}

/** Proves that an address is its owner's. */
export function verificationEmail({ to, url, instanceName }: LinkEmail): Message {
  return writeEmail({
    to,
    subject: `Confirm your e-mail address for ${instanceName}`,
    lines: [`Welcome to ${instanceName}. Confirm that this is your e-mail address, and you’re all set.`],
    action: { label: "Confirm e-mail address", url },
    footer: `You got this e-mail because someone signed up for ${instanceName} with this address. If it wasn’t you, ignore it.`,
  });
}

/** Lets somebody choose a new password. */
export function resetEmail({ to, url, instanceName }: LinkEmail): Message {
  return writeEmail({
    to,
    subject: `Choose a new password for ${instanceName}`,
    lines: [
      `Someone, hopefully you, asked to reset your ${instanceName} password.`,
      "The link works once, for one hour.",
    ],
    action: { label: "Choose a new password", url },
    footer: "If it wasn’t you, ignore this e-mail. Your password stays the same.",
  });
}

/** Lets the owner in while somebody else's guesses keep the password from working. */
export function signInEmail({ to, url, instanceName }: LinkEmail): Message {
  return writeEmail({
    to,
    subject: `Sign in to ${instanceName}`,
    lines: ["Here’s the sign-in link you asked for.", "It works once, for 30 minutes."],
    action: { label: "Sign in", url },
    footer:
      "If you didn’t ask for it, ignore this e-mail and don’t share the link. Nobody can sign in without it.",
  });
}
