import { MAILBOX_ERRORS, type Mailbox } from "#src/features/mailboxes/contract.ts";
import { isBlank } from "#src/lib/text.ts";
import type { Preset } from "./presets.ts";

const EMPTY = {
  from_name: "",
  from_address: "",
  reply_to: "",
  postal_address: "",
  host: "",
  port: 587,
  security: "starttls" as Preset["security"],
  auth: "plain" as NonNullable<Preset["auth"]>,
  username: "",
  password: "",
  token_url: "",
  client_id: "",
  client_secret: "",
};
export type MailboxValues = typeof EMPTY;

export function valuesOf(mailbox: Mailbox | undefined): MailboxValues {
  if (!mailbox) return EMPTY;
  const { from_name, from_address, reply_to, postal_address, server } = mailbox;
  return { ...EMPTY, from_name, from_address, reply_to, postal_address, ...server };
}

type Problems = Partial<Record<keyof MailboxValues, string>>;

/** What has to be there and isn't, all at once: the server names only the first. */
export function gapsOf(
  values: MailboxValues,
  { preset, isSaved }: { preset: Preset; isSaved: boolean },
): Problems {
  const { FROM_NAME_MISSING, FROM_ADDRESS_INVALID, MAIL_HOST_INVALID } = MAILBOX_ERRORS;
  const { MAIL_USERNAME_MISSING, MAIL_PASSWORD_MISSING } = MAILBOX_ERRORS;
  const asked = { from_name: FROM_NAME_MISSING, from_address: FROM_ADDRESS_INVALID, host: MAIL_HOST_INVALID };
  const secret = isSaved ? {} : { password: MAIL_PASSWORD_MISSING };
  const username = preset.hasOwnUsername ? { username: MAIL_USERNAME_MISSING } : {};
  const signIn = values.auth === "none" ? {} : { ...username, ...secret };
  return Object.fromEntries(
    Object.entries({ ...asked, ...signIn })
      .filter(([name]) => isBlank(String(values[name as keyof MailboxValues])))
      .map(([name, { message }]) => [name, message]),
  );
}

export interface FieldsProps {
  values: MailboxValues;
  set: (changes: Partial<MailboxValues>) => void;
  errorOf: (name: keyof MailboxValues) => string | undefined;
}
