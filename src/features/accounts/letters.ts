import { writeLetter } from "#src/platform/mail/letter.ts";
import type { Message } from "#src/platform/mail/mail.ts";

/** The mail that proves an address. */
export function verificationLetter(to: string, url: string, instanceName: string): Message {
  return writeLetter({
    to,
    subject: `Confirm your address for ${instanceName}`,
    lines: ["Welcome! Please confirm that this mail address is yours."],
    action: { label: "Confirm address", url },
    footer: `If you did not sign up for ${instanceName}, you can ignore this mail.`,
  });
}

/** The mail that lets somebody choose a new password; the link works once, for an hour. */
export function resetLetter(to: string, url: string, instanceName: string): Message {
  return writeLetter({
    to,
    subject: `Choose a new password for ${instanceName}`,
    lines: [
      "Somebody, hopefully you, asked to choose a new password.",
      "This link works once, for one hour.",
    ],
    action: { label: "Choose a new password", url },
    footer: "If it was not you, nothing has happened and you can ignore this mail.",
  });
}
