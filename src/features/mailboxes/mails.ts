import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import { type Email, type MailHandler, mailHandler, type Unneeded } from "#src/platform/mail/mail-types.ts";
import { codeMail, makeCode } from "./proof.ts";
import { findMailbox, type MailboxKey } from "./store.ts";

export const mailboxMails: MailHandler<Platform>[] = [mailHandler(codeMail, codeEmail)];

async function codeEmail(platform: Platform, key: MailboxKey): Promise<Email | Unneeded> {
  const { instance, settings } = platform;
  const row = await findMailbox(platform.db, key);
  if (!row || row.proven_at !== null)
    return { unneeded: "The sending account was deleted or proven by then." };
  const name = settings.get(INSTANCE_NAME);
  return {
    to: row.from_address,
    subject: `Your code to send from ${row.from_address}`,
    preview: "It’s good for 30 minutes.",
    lines: [
      `Someone wants to send e-mail from this address with ${name}. If that’s you, enter this code there within 30 minutes.`,
      "If it isn’t you, ignore this e-mail: nothing is sent without the code.",
    ],
    details: [{ label: "Code", value: "······", makeValue: () => makeCode(platform, row) }],
    action: { label: "Enter the code", url: `${instance.publicUrl}${PATHS.mailboxes}` },
    footer: `You got this e-mail because somebody entered your address on ${name}.`,
  };
}
