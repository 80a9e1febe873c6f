/* Bounces as mail servers write them: every wording with every reason. */
import type { FeedbackKind } from "#src/features/email/delivery/rules.ts";

export interface Sample {
  name: string;
  raw: string;
  kind: FeedbackKind | "automatic" | "reply" | "unsubscribe";
  /** Whether it says which message it's about. */
  isNamed: boolean;
}

export const FAN = "nora@fans.example";
export const SAMPLE_ID =
  "<0190a6f0-0000-7000-8000-000000000001.0190a6f0-0000-7000-8000-000000000002@mia.example>";

type BounceKind = "bounced_hard" | "bounced_soft" | "policy";
/** What servers say, with their enhanced status if they have one, and what it means. */
const REASONS: readonly [kind: BounceKind, code: string, status: string, words: string][] = [
  [
    "bounced_hard",
    "550",
    "5.1.1",
    `<${FAN}>: Recipient address rejected: User unknown in virtual mailbox table`,
  ],
  [
    "bounced_hard",
    "550",
    "5.1.1",
    "The email account that you tried to reach does not exist. Please try double-checking the recipient's email address",
  ],
  [
    "bounced_hard",
    "550",
    "5.1.10",
    "RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
  ],
  ["bounced_hard", "550", "5.1.2", "Host unknown"],
  ["bounced_hard", "550", "5.4.1", "Recipient address rejected: Access denied. AS(201806281)"],
  ["bounced_hard", "554", "5.2.1", "delivery error: dd This user doesn't have a yahoo.com account"],
  ["bounced_soft", "552", "5.2.2", "The recipient's inbox is out of storage space"],
  ["bounced_hard", "550", "5.0.0", "No such user here"],
  ["bounced_hard", "550", "", "Requested action not taken: mailbox unavailable"],
  ["policy", "553", "", "sorry, that domain isn't in my list of allowed rcpthosts"],
  ["bounced_hard", "501", "5.1.3", "Bad recipient address syntax"],
  ["bounced_soft", "452", "4.2.2", "Mailbox full"],
  ["bounced_soft", "450", "4.2.0", "Greylisted, please try again later"],
  ["bounced_soft", "451", "4.3.0", "Temporary lookup failure"],
  [
    "bounced_soft",
    "421",
    "4.7.0",
    "Our system has detected an unusual rate of unsolicited mail originating from your IP address",
  ],
  ["bounced_soft", "421", "", "Service not available, closing transmission channel"],
  ["bounced_soft", "450", "4.1.8", "Sender address rejected: Domain not found"],
  [
    "policy",
    "550",
    "5.7.1",
    "Our system has detected that this message is likely unsolicited mail. To reduce the amount of spam it has been blocked",
  ],
  ["policy", "554", "5.7.1", "Service unavailable; Client host [192.0.2.1] blocked using zen.example"],
  ["policy", "550", "5.7.26", "This mail has been blocked because the sender is unauthenticated. DMARC"],
  ["policy", "550", "5.7.509", "Access denied, sending domain does not pass DMARC verification"],
  ["bounced_hard", "550", "5.2.1", "The email account that you tried to reach is inactive"],
  ["bounced_soft", "450", "4.2.1", "The user you are trying to contact is receiving mail too quickly"],
  ["bounced_soft", "451", "4.7.1", "Greylisting in action, please come back later"],
  ["policy", "550", "5.7.606", "Access denied, banned sending IP [192.0.2.1]"],
  ["bounced_hard", "550", "5.1.6", "The recipient no longer works here"],
];

export function mail(headers: string[], body: string, type = "text/plain; charset=utf-8"): string {
  const all = [
    ...headers,
    "Date: Mon, 23 Nov 2026 06:00:00 +0000",
    `Content-Type: ${type}`,
    "MIME-Version: 1.0",
  ];
  return `${all.join("\r\n")}\r\n\r\n${body.replace(/\r?\n/g, "\r\n")}`;
}

export const ORIGINAL = `Message-ID: ${SAMPLE_ID}\nFrom: Mia <hello@mia.example>\nTo: ${FAN}\nSubject: News`;

interface Report {
  from: string;
  subject: string;
  said: string;
  status: string;
  headers?: string[];
  returned?: "message/rfc822" | "text/rfc822-headers";
  type?: string;
}

export function report({
  from,
  subject,
  said,
  status,
  headers = [],
  returned,
  type = "delivery-status",
}: Report): string {
  const part = (kind: string, text: string) => `--b\nContent-Type: ${kind}\n\n${text}\n\n`;
  const about = returned
    ? part(returned, `${ORIGINAL}\n\n${returned === "message/rfc822" ? "Hello" : ""}`)
    : "";
  const body = part("text/plain", said) + part(`message/${type}`, status) + about;
  const first = [
    `From: ${from}`,
    `Subject: ${subject}`,
    "To: hello@mia.example",
    "Auto-Submitted: auto-replied",
  ];
  return mail([...first, ...headers], `${body}--b--\n`, `multipart/report; report-type=${type}; boundary=b`);
}

const statusFields = (action: string, status: string, diagnosis: string) =>
  `Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; ${FAN}\nAction: ${action}\nStatus: ${status}\nDiagnostic-Code: smtp; ${diagnosis}`;

/** How servers write about a refusal: with its code, its status, and the server's words. */
export type Servers = Readonly<Record<string, (code: string, status: string, words: string) => string>>;
const SERVERS: Servers = {
  postfix: (code, status, words) =>
    report({
      from: "MAILER-DAEMON@mx.example (Mail Delivery System)",
      subject: "Undelivered Mail Returned to Sender",
      said: `This is the mail system at host mx.example.\n\nI'm sorry to have to inform you that your message could not be delivered.\n\n<${FAN}>: host mx.fans.example said: ${code} ${status} ${words}`,
      status: statusFields("failed", status || `${code[0]}.0.0`, `${code} ${status} ${words}`),
      returned: "message/rfc822",
    }),
  sendmail: (code, status, words) =>
    report({
      from: "Mail Delivery Subsystem <MAILER-DAEMON@mx.example>",
      subject: `Returned mail: see transcript for details`,
      said: `   ----- The following addresses had permanent fatal errors -----\n<${FAN}>\n    (reason: ${code} ${status} ${words})`,
      status: statusFields("failed", status || `${code[0]}.0.0`, `${code} ${status} ${words}`),
      returned: "text/rfc822-headers",
    }),
  gmail: (code, status, words) =>
    report({
      from: "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
      subject: "Delivery Status Notification (Failure)",
      said: `** Address not found **\n\nYour message wasn't delivered to ${FAN}.`,
      status: statusFields("failed", status || `${code[0]}.0.0`, `${code}-${status} ${words}`),
      headers: [`X-Failed-Recipients: ${FAN}`, `In-Reply-To: ${SAMPLE_ID}`, `References: ${SAMPLE_ID}`],
      returned: "message/rfc822",
    }),
  exchange: (code, status, words) =>
    report({
      from: "Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@fans.example>",
      subject: "Undeliverable: News",
      said: `Your message to ${FAN} couldn't be delivered.`,
      status: `Reporting-MTA: dns;mx.example\nReceived-From-MTA: dns;x\n\nFinal-recipient: rfc822;${FAN}\nAction: failed\nStatus: ${status || `${code[0]}.0.0`}\nDiagnostic-code: smtp;${code} ${status}\n ${words}`,
      returned: "message/rfc822",
    }),
  "exchange in words": (code, status, words) =>
    mail(
      [
        "From: Postmaster@fans.example",
        "Subject: Undeliverable: News",
        "Return-Path: <>",
        `In-Reply-To: ${SAMPLE_ID}`,
      ],
      `Your message did not reach some or all of the intended recipients.\n\n      Subject: News\n\nThe following recipient(s) cannot be reached:\n\n      ${FAN} on 11/23/2026\n            < mx.fans.example #${status || "x"} smtp; ${code} ${status} ${words}>`,
    ),
  exim: (code, status, words) =>
    mail(
      [
        "From: Mail Delivery System <Mailer-Daemon@mx.example>",
        "Subject: Mail delivery failed: returning message to sender",
        `X-Failed-Recipients: ${FAN}`,
        "Auto-Submitted: auto-replied",
      ],
      `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ${FAN}\n    host mx.fans.example [192.0.2.1]\n    SMTP error from remote mail server after RCPT TO:<${FAN}>:\n    ${code} ${status} ${words}\n\n------ This is a copy of the message's headers. ------\n\n${ORIGINAL}`,
    ),
  qmail: (code, status, words) =>
    mail(
      ["From: MAILER-DAEMON@mx.example", "Subject: failure notice", "Return-Path: <>"],
      `Hi. This is the qmail-send program at mx.example.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<${FAN}>:\n192.0.2.1 does not like recipient.\nRemote host said: ${code} ${status} ${words}\nGiving up on 192.0.2.1.\n\n--- Below this line is a copy of the message.\n\nReturn-Path: <hello@mia.example>\n${ORIGINAL}\n\nHello`,
    ),
  yahoo: (code, status, words) =>
    mail(
      ["From: MAILER-DAEMON@yahoo.example", "Subject: Failure Notice", "X-Originating-IP: [192.0.2.9]"],
      `Sorry, we were unable to deliver your message to the following address.\n\n<${FAN}>:\n${code}: ${code} ${status} ${words}\n\n--- Below this line is a copy of the message.\n\n${ORIGINAL}\n\nHello`,
    ),
};

/** Each reason in each server's form. */
export const bouncesOf = (servers: Servers): Sample[] =>
  Object.entries(servers).flatMap(([server, write]) =>
    REASONS.map(([kind, code, status, words]) => ({
      name: `${server}: ${code} ${status} ${words}`,
      raw: write(code, status, words),
      kind,
      isNamed: true,
    })),
  );

/** Refusals in words alone. */
const WORDS: readonly [BounceKind, string][] = [
  ["bounced_hard", "Unrouteable address"],
  ["bounced_hard", "Sorry, no mailbox here by that name. (#5.1.1)"],
  ["bounced_hard", 'unknown local-part "nora" in domain "fans.example"'],
  ["bounced_hard", "The recipient's mailbox does not exist."],
  ["bounced_hard", "User unknown"],
  ["bounced_soft", "retry timeout exceeded"],
  ["bounced_soft", "mailbox is full: retry timeout exceeded"],
  ["bounced_soft", "I wasn't able to establish an SMTP connection. (#4.4.1)"],
  ["policy", "Message rejected as spam by the content filter"],
];
const wordy: Sample[] = WORDS.map(([kind, words]) => ({
  name: `in words: ${words}`,
  kind,
  isNamed: true,
  raw: mail(
    ["From: Mailer-Daemon@mx.example", "Subject: Mail delivery failed", "Return-Path: <>"],
    `The following address failed:\n\n  ${FAN}\n    ${words}\n\n------ This is a copy of the message's headers. ------\n\n${ORIGINAL}`,
  ),
}));

const delays: Sample[] = [
  report({
    from: "MAILER-DAEMON@mx.example",
    subject: "Delayed Mail (still being retried)",
    said: "You do not need to resend.",
    status: statusFields("delayed", "4.4.1", "connect timed out"),
    returned: "text/rfc822-headers",
  }),
  mail(
    ["From: Mailer-Daemon@mx.example", "Subject: Warning: message 1abc delayed 24 hours", "Return-Path: <>"],
    `The message has not yet been delivered.\n\n  ${FAN}\n    Delay reason: 451 4.3.0 busy\n`,
  ),
].map((raw, index) => ({ name: `a delay ${index}`, raw, kind: "automatic" as const, isNamed: false }));

const delivered: Sample = {
  name: "a delivery receipt",
  kind: "delivered",
  isNamed: true,
  raw: report({
    from: "postmaster@fans.example",
    subject: "Delivered: News",
    said: "Delivered.",
    status: statusFields("delivered", "2.1.5", "250 2.1.5 ok"),
    returned: "text/rfc822-headers",
  }),
};

export const BOUNCES: readonly Sample[] = [...bouncesOf(SERVERS), ...wordy, ...delays, delivered];
