import * as z from "zod";
import { instanceSetting } from "#src/lib/setting.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

const MAILS = { min: 1, max: 9_999_999 };
const numberOrOff = z
  .string()
  .regex(/^(?:off|[1-9]\d{0,6})$/, "Enter a whole number from 1 to 9,999,999, or choose none.")
  .transform((text) => (text === "off" ? null : Number(text)));

/** Mail servers on the instance's own network often have no certificate. */
export const PLAIN_MAIL_HOSTS = instanceSetting({
  name: "plain_mail_hosts",
  group: "mail",
  variable: "PLAIN_MAIL_HOSTS",
  default: "",
  schema: z.string().transform((text) => text.split(",").flatMap((part) => part.trim().toLowerCase() || [])),
  about:
    "Mail servers that sending accounts may talk to without encryption, separated by commas, such as `mail.internal`. Empty: none.",
  label: "Mail servers without encryption",
  hint: "Host names that sending accounts may reach without TLS. Leave it empty for none.",
  input: { kind: "list", example: "mail.internal" },
});

/** An account's limit for 24 hours through the instance's own mail server. Null for none at all. */
export const INSTANCE_SENDING = instanceSetting({
  name: "instance_sending",
  group: "mail",
  variable: "INSTANCE_SENDING",
  default: "off",
  schema: numberOrOff,
  about:
    "How many e-mails an account without a sending account of its own may send in 24 hours through the mail server in `SMTP_URL`. They come from `MAIL_FROM`’s address with the account’s name, and replies go to the account. `off`: none.",
  label: "E-mails a day through this instance’s mail server",
  hint: "For accounts without one of their own: how many each may send from this instance’s address.",
  input: { kind: "number", ...MAILS, unit: "a day", none: "None" },
});

/** The limit of all accounts together per minute (5.10.12). Null: as much as their own limits allow. */
export const MAILS_PER_MINUTE = instanceSetting({
  name: "mails_per_minute",
  group: "mail",
  variable: "MAILS_PER_MINUTE",
  default: "off",
  schema: numberOrOff,
  about:
    "How many e-mails all accounts together send in a minute, at most. What’s more waits its turn. `off`: as many as their sending accounts may.",
  label: "E-mails a minute for everyone",
  hint: "The most that all accounts together send.",
  input: { kind: "number", ...MAILS, unit: "a minute", none: "No limit" },
});

/** An account's limit for 24 hours before it's established (5.10.17). Null for no limit. */
export const NEW_ACCOUNT_MAILS = instanceSetting({
  name: "new_account_mails",
  group: "mail",
  variable: "NEW_ACCOUNT_MAILS",
  default: "200",
  schema: numberOrOff,
  about: `How many e-mails a new account may send in 24 hours, over all its sending accounts, until it has sent for 7 days with complaints below 0.1%. Staff can read every account’s first campaign at \`${STAFF_PATHS.firstCampaigns}\`. \`off\`: neither.`,
  label: "E-mails a day for new accounts",
  hint: "Until they’ve sent for a week with hardly any complaints. Without a limit, nobody looks at first campaigns, either.",
  input: { kind: "number", ...MAILS, unit: "a day", none: "No limit" },
});

/** The stop for the whole instance. Every node reads it before each attempt. */
export const SENDING = instanceSetting({
  name: "sending",
  group: "mail",
  variable: "SENDING",
  default: "on",
  schema: z.enum(["on", "off"], "It must be on or off.").transform((value) => value === "on"),
  about:
    "`off`: accounts send nothing, from within two seconds: no campaigns, no e-mail by programs, no tests of templates, and no answers. What waits goes on within a minute once it’s `on`. The instance’s own e-mail, such as links for signing in, still goes out.",
  label: "E-mail from all accounts",
  hint: "An emergency stop for campaigns, e-mail by programs, tests of templates, and answers. It takes effect within two seconds, and nothing that waits is lost.",
  input: {
    kind: "switch",
    on: "It goes out.",
    off: "It’s stopped.",
  },
});
