import { MAILBOX_ERRORS, type Mailbox } from "#src/features/email/sending-accounts/contract.ts";
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

/** The form's fields for each of the server's. */
const FIELDS = {
  FROM_NAME_MISSING: "from_name",
  FROM_ADDRESS_INVALID: "from_address",
  REPLY_TO_INVALID: "reply_to",
  MAIL_HOST_INVALID: "host",
  MAIL_HOST_PLAIN: "security",
  MAIL_USERNAME_MISSING: "username",
  MAIL_PASSWORD_MISSING: "password",
  TOKEN_URL_INVALID: "token_url",
} as const satisfies Partial<Record<keyof typeof MAILBOX_ERRORS, keyof MailboxValues>>;
type Refusal = keyof typeof FIELDS;

export function fieldOf(code: string | undefined): keyof MailboxValues | undefined {
  return FIELDS[code as Refusal];
}

type Problems = Partial<Record<keyof MailboxValues, string>>;

/** Returns all missing required fields at once, because the server names only the first. */
export function missingFields(
  values: MailboxValues,
  { preset, isSaved }: { preset: Preset; isSaved: boolean },
): Problems {
  const gaps: Refusal[] = ["FROM_NAME_MISSING", "FROM_ADDRESS_INVALID", "MAIL_HOST_INVALID"];
  if (values.auth !== "none") {
    if (preset.hasOwnUsername) gaps.push("MAIL_USERNAME_MISSING");
    if (!isSaved) gaps.push("MAIL_PASSWORD_MISSING");
  }
  return Object.fromEntries(
    gaps
      .filter((gap) => isBlank(String(values[FIELDS[gap]])))
      .map((gap) => [FIELDS[gap], MAILBOX_ERRORS[gap].message]),
  );
}

export interface FieldsProps {
  values: MailboxValues;
  set: (changes: Partial<MailboxValues>) => void;
  errorOf: (name: keyof MailboxValues) => string | undefined;
}
