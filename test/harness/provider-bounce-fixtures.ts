/* How providers' and companies' servers write about a refusal. `bounce-fixtures.ts` has the ones that most hosts run. */
import { bouncesOf, FAN, mail, ORIGINAL, report, SAMPLE_ID, type Servers } from "./bounce-fixtures.ts";

const statusOr = (code: string, status: string) => status || `${code[0]}.0.0`;

const SERVERS: Servers = {
  courier: (code, status, words) =>
    report({
      from: '"Courier mail server at mx.example" <@>',
      subject: "NOTICE: mail delivery status.",
      said: `This is a delivery status notification from mx.example,\nrunning the Courier mail server.\n\nUNDELIVERABLE MAIL\n\nYour message to the following recipients cannot be delivered:\n\n<${FAN}>:\n    mx.fans.example [192.0.2.1]:\n>>> RCPT TO:<${FAN}>\n<<< ${code} ${status} ${words}`,
      status: `Reporting-MTA: dns; mx.example\nArrival-Date: Mon, 23 Nov 2026 06:00:00 +0000\n\nFinal-Recipient: rfc822; ${FAN}\nAction: failed\nStatus: ${statusOr(code, status)}\nRemote-MTA: dns; mx.fans.example [192.0.2.1]\nDiagnostic-Code: smtp; ${code} ${status} ${words}`,
      returned: "text/rfc822-headers",
    }),
  ses: (code, status, words) =>
    report({
      from: "MAILER-DAEMON@eu-west-1.amazonses.example",
      subject: "Delivery Status Notification (Failure)",
      said: `An error occurred while trying to deliver the mail to the following recipients:\n${FAN}`,
      status: `Reporting-MTA: dns; a1-2.smtp-out.eu-west-1.amazonses.example\n\nAction: failed\nFinal-Recipient: rfc822; ${FAN}\nDiagnostic-Code: smtp; ${code} ${status} ${words}\nStatus: ${statusOr(code, status)}`,
      returned: "message/rfc822",
    }),
  "microsoft 365": (code, status, words) =>
    report({
      from: "postmaster@fans.example",
      subject: "Undeliverable: News",
      said: `Delivery has failed to these recipients or groups:\n\n${FAN}\nYour message wasn't delivered.\n\nDiagnostic information for administrators:\n\nGenerating server: AM0PR01.prod.example\n\n${FAN}\nRemote server returned '${code} ${status} ${words}'`,
      status: `Reporting-MTA: dns;AM0PR01.prod.example\nReceived-From-MTA: dns;mx.example\nArrival-Date: Mon, 23 Nov 2026 06:00:00 +0000\n\nOriginal-Recipient: rfc822;${FAN}\nFinal-Recipient: rfc822;${FAN}\nAction: failed\nStatus: ${statusOr(code, status)}\nDiagnostic-Code: smtp;${code} ${status} ${words}\nX-Display-Name: Nora`,
      headers: [`In-Reply-To: ${SAMPLE_ID}`, `References: ${SAMPLE_ID}`],
      returned: "text/rfc822-headers",
    }),
  domino: (code, status, words) =>
    report({
      from: "Postmaster@fans.example",
      subject: "DELIVERY FAILURE: Error transferring to MX.FANS.EXAMPLE",
      said: `Your message\n\n  Subject: News\n\nwas not delivered to:\n\n  ${FAN}\n\nbecause:\n\n  Error transferring to MX.FANS.EXAMPLE; SMTP Protocol Returned a Permanent Error ${code} ${status} ${words}`,
      status: `Reporting-MTA: dns;mx.example\n\nFinal-Recipient: rfc822;${FAN}\nAction: failed\nStatus: ${statusOr(code, status)}\nDiagnostic-Code: X-Notes; SMTP Protocol Returned a Permanent Error ${code} ${status} ${words}`,
      returned: "text/rfc822-headers",
    }),
  icloud: (code, status, words) =>
    report({
      from: "Internet Mail Delivery <postmaster@icloud.example>",
      subject: "Delivery Notification: Delivery has failed",
      said: `This report relates to a message you sent with the following header fields:\n\n  Message-id: ${SAMPLE_ID}\n  Date: Mon, 23 Nov 2026 06:00:00 +0000\n  From: Mia <hello@mia.example>\n  To: ${FAN}\n  Subject: News\n\nYour message cannot be delivered to the following recipients:\n\n  Recipient address: ${FAN}\n  Reason: Remote SMTP server has rejected address\n  Diagnostic code: smtp;${code} ${status} ${words}\n  Remote system: dns;mx.fans.example (TCP|192.0.2.9|25)`,
      status: `Original-envelope-id: 0M1\nReporting-MTA: dns;mx.example (tcp_out)\n\nOriginal-recipient: rfc822;${FAN}\nFinal-recipient: rfc822;${FAN}\nAction: failed\nStatus: ${statusOr(code, status)} (Remote SMTP server has rejected address)\nRemote-MTA: dns;mx.fans.example\nDiagnostic-code: smtp;${code} ${status} ${words}`,
      returned: "text/rfc822-headers",
    }),
  zoho: (code, status, words) =>
    mail(
      [
        "From: mailer-daemon@mail.zoho.example",
        "Subject: Undelivered Mail Returned to Sender",
        "Return-Path: <>",
      ],
      `This message was created automatically by mail delivery software.\n A message that you sent could not be delivered to one or more of its recipients. This is a permanent error.\n\n${FAN}\n${code} ${status} ${words}\n\n--- The header of the original message is following. ---\n\n${ORIGINAL}`,
    ),
};

export const PROVIDER_BOUNCES = bouncesOf(SERVERS);
