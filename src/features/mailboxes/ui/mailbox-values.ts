import type { Mailbox } from "#src/features/mailboxes/contract.ts";
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

export interface FieldsProps {
  values: MailboxValues;
  set: (changes: Partial<MailboxValues>) => void;
  errorOf: (name: keyof MailboxValues) => string | undefined;
}
