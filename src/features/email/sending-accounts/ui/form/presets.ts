import type { Mailbox } from "#src/features/email/sending-accounts/contract.ts";
import type { Auth, Security } from "#src/features/email/sending-accounts/rules.ts";

/** A provider's server settings, so that nobody has to look them up. */
export interface Preset {
  name: string;
  host: string;
  port: number;
  security: Security;
  auth?: Auth;
  /** The same for everyone. Otherwise, it defaults to the sender's address. */
  username?: string;
  /** Set if people have to look up their username. */
  hasOwnUsername?: true;
  /** Explains which password to enter, if it's not the usual one. */
  hint?: string;
  /** The provider's daily limit of a usual account. */
  per_day?: number;
  token_url?: string;
}

const APP_PASSWORD = "Use an app password, which you create in your account’s security settings.";
const MICROSOFT = {
  port: 587,
  security: "starttls",
  auth: "xoauth2",
  token_url: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
  hint: "Microsoft wants OAuth: register an app with the permission SMTP.Send, and enter its client ID and a refresh token.",
} as const;

export const PRESETS: readonly { group: string; presets: readonly Preset[] }[] = [
  {
    group: "Inboxes",
    presets: [
      { name: "Gmail", host: "smtp.gmail.com", port: 465, security: "tls", hint: APP_PASSWORD, per_day: 500 },
      {
        name: "Google Workspace",
        host: "smtp.gmail.com",
        port: 587,
        security: "starttls",
        hint: APP_PASSWORD,
        per_day: 2000,
      },
      { name: "Outlook.com", host: "smtp-mail.outlook.com", ...MICROSOFT, per_day: 300 },
      { name: "Microsoft 365", host: "smtp.office365.com", ...MICROSOFT, per_day: 10_000 },
      {
        name: "Yahoo Mail",
        host: "smtp.mail.yahoo.com",
        port: 465,
        security: "tls",
        hint: APP_PASSWORD,
        per_day: 500,
      },
      {
        name: "iCloud Mail",
        host: "smtp.mail.me.com",
        port: 587,
        security: "starttls",
        hint: APP_PASSWORD,
        per_day: 1000,
      },
      {
        name: "AOL Mail",
        host: "smtp.aol.com",
        port: 465,
        security: "tls",
        hint: APP_PASSWORD,
        per_day: 500,
      },
      { name: "Fastmail", host: "smtp.fastmail.com", port: 465, security: "tls", hint: APP_PASSWORD },
      { name: "Zoho Mail", host: "smtp.zoho.com", port: 465, security: "tls", hint: APP_PASSWORD },
      {
        name: "Proton Mail",
        host: "smtp.protonmail.ch",
        port: 587,
        security: "starttls",
        hint: "Use an SMTP token, which you create in Proton’s settings for an address on your own domain.",
      },
      { name: "GMX", host: "mail.gmx.com", port: 587, security: "starttls" },
      { name: "mailbox.org", host: "smtp.mailbox.org", port: 465, security: "tls" },
      {
        name: "Yandex Mail",
        host: "smtp.yandex.com",
        port: 465,
        security: "tls",
        hint: APP_PASSWORD,
        per_day: 500,
      },
    ],
  },
  {
    group: "Web hosts",
    presets: [
      { name: "IONOS", host: "smtp.ionos.com", port: 465, security: "tls" },
      { name: "OVHcloud", host: "ssl0.ovh.net", port: 465, security: "tls" },
      { name: "Infomaniak", host: "mail.infomaniak.com", port: 465, security: "tls" },
      { name: "STRATO", host: "smtp.strato.de", port: 465, security: "tls" },
    ],
  },
  {
    group: "Sending services",
    presets: [
      {
        name: "Amazon SES",
        host: "email-smtp.us-east-1.amazonaws.com",
        port: 465,
        security: "tls",
        hasOwnUsername: true,
        hint: "Create SMTP credentials in the SES console. If you use another region, change the host.",
      },
      {
        name: "SendGrid",
        host: "smtp.sendgrid.net",
        port: 465,
        security: "tls",
        username: "apikey",
        hint: "The password is an API key. The username really is “apikey”.",
      },
      {
        name: "Mailgun",
        host: "smtp.mailgun.org",
        port: 465,
        security: "tls",
        hasOwnUsername: true,
        hint: "Use your domain’s SMTP credentials. In the EU, the host is smtp.eu.mailgun.org.",
      },
      {
        name: "Postmark",
        host: "smtp-broadcasts.postmarkapp.com",
        port: 587,
        security: "starttls",
        hasOwnUsername: true,
        hint: "Use the access key and secret key of a broadcast stream.",
      },
      {
        name: "Brevo",
        host: "smtp-relay.brevo.com",
        port: 587,
        security: "starttls",
        hint: "The password is an SMTP key.",
        per_day: 300,
      },
      {
        name: "Resend",
        host: "smtp.resend.com",
        port: 465,
        security: "tls",
        username: "resend",
        hint: "The password is an API key. The username really is “resend”.",
      },
      {
        name: "Mailjet",
        host: "in-v3.mailjet.com",
        port: 587,
        security: "starttls",
        hasOwnUsername: true,
        hint: "The username is your API key, and the password is your secret key.",
      },
      {
        name: "SparkPost",
        host: "smtp.sparkpostmail.com",
        port: 587,
        security: "starttls",
        username: "SMTP_Injection",
        hint: "The password is an API key. The username really is “SMTP_Injection”.",
      },
    ],
  },
];

const ALL = PRESETS.flatMap(({ presets }) => presets);

export const ANOTHER_SERVER = "Another mail server";
const OTHER: Preset = { name: ANOTHER_SERVER, host: "", port: 587, security: "starttls" };

export function presetNamed(name: string): Preset {
  return ALL.find((one) => one.name === name) ?? OTHER;
}

export function presetOf({ server }: Pick<Mailbox, "server">): Preset {
  return (
    ALL.find(({ host, port }) => host === server?.host && port === server.port) ??
    ALL.find(({ host }) => host === server?.host) ??
    OTHER
  );
}
