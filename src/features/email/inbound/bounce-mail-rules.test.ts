import { expect, it } from "vitest";
import { mail, ORIGINAL, report, SAMPLE_ID } from "#test/harness/bounce-fixtures.ts";
import { parseIncoming } from "./mime-parser.ts";
import { classifyIncoming } from "./rules.ts";

const TO_US = "To: hello@mia.example";
const daemon = (subject: string, text: string, more: string[] = []) =>
  mail(
    ["From: Mail Delivery System <MAILER-DAEMON@mx.example>", TO_US, `Subject: ${subject}`, ...more],
    text,
  );
const returned = (from: string, subject: string, text: string, more: string[] = []) =>
  mail(
    [`From: ${from}`, TO_US, subjectOf(subject), ...more],
    `--b\nContent-Type: text/plain; charset=utf-8\n\n${text}\n\n--b\nContent-Type: message/rfc822\nContent-Disposition: inline\n\n${ORIGINAL}\n\nHello\n--b--`,
    'multipart/mixed; boundary="b"',
  );
const subjectOf = (text: string) => `Subject: =?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
const status = (fields: string, said = "It didn’t arrive.") =>
  report({
    from: "MAILER-DAEMON@mx.example",
    subject: "Undelivered Mail Returned to Sender",
    said,
    status: `Reporting-MTA: dns; mx.example\n\n${fields}`,
    returned: "message/rfc822",
  });
const NORA = "nora@fans.example";
const ABOUT = `Final-Recipient: rfc822; ${NORA}\nAction: failed\n`;

/** Each as a family of servers writes it, with everyone in it made up. */
const MAILS: readonly [name: string, raw: string, kind: string, recipient?: string][] = [
  [
    "one that begins like a copy",
    daemon(
      "failed mail delivery",
      `Undelivered mail.\nYour message could not be delivered.\n\nIntended Recipients: <${NORA}>\nFailure Reason: 550 5.1.1 no such user\n`,
    ),
    "bounced_hard",
    NORA,
  ],
  [
    "a small mail agent without a Return-Path",
    daemon(
      "Mail delivery failed",
      `This is the Mail Agent at mx.example.\n\nThere was an error delivering your mail to <${NORA}>.\n\nmx.fans.example [192.0.2.7] did not like our RCPT TO:\n552 5.2.2 <${NORA}>: Mailbox full\n\nMessage headers follow.\n\n${ORIGINAL}`,
    ),
    "bounced_soft",
    NORA,
  ],
  [
    "old Exchange with a subject that says nothing",
    returned(
      "System Administrator <postmaster@fans.example>",
      "E",
      `Your message\n\n  To: ${NORA}\n\ndid not reach the following recipient(s):\n\n${NORA} on Mon, 23 Nov 2026\n    The recipient name is not recognized\n    MSEXCH:IMS:FANS:OFFICE:MAIL 0 (000C05A6) Unknown Recipient`,
    ),
    "bounced_hard",
    NORA,
  ],
  [
    "a gateway that shows what it said and heard",
    returned(
      "Gateway <postmaster@fans.example>",
      "メッセージを配信できません。",
      `Sent <<< RCPT TO:<${NORA}>\nReceived >>> 550 5.1.1 <${NORA}>... user unknown`,
    ),
    "bounced_hard",
    NORA,
  ],
  [
    "a phone company, from an address that takes no answers",
    returned(
      "no-reply@phones.example",
      "Mail",
      `Your mail sent on: Mon, 23 Nov 2026 06:00:00 +0900\n     Could not be delivered to: <${NORA}>\n     As their mailbox is full.`,
      ["Return-Path: <>"],
    ),
    "bounced_soft",
    NORA,
  ],
  [
    "a phone company whose picture messages have no server",
    mail(
      ["From: MMSC NDR Administrator <sysadmin@pix.example>", TO_US, "Subject: Undeliverable Message"],
      `Message could not be delivered to mobile.\nError: No valid recipients for this MM\n\nOriginal Message:\nFrom: Mia <hello@mia.example>\nTo: 15550100@pix.example\nMessage-ID: ${SAMPLE_ID}\n`,
    ),
    "bounced_hard",
    "15550100@pix.example",
  ],
  [
    "a relay that knows no such host, with no brackets",
    daemon(
      "mail failed, returning to sender",
      `|------------------------- Message log follows: -------------------------|\n no valid recipients were found for this message\n|------------------------- Failed addresses follow: ---------------------|\n nora@gone.example ... unknown host\n|------------------------- Message text follows: ------------------------|\n${ORIGINAL}`,
    ),
    "bounced_hard",
    "nora@gone.example",
  ],
  [
    "an old server that calls the user unlisted",
    daemon(
      "Undeliverable message",
      `------- Failure Reasons  --------\n\nUser nora not listed in public Name & Address Book\n${NORA}\n\n------- Returned Message --------\n${ORIGINAL}`,
    ),
    "bounced_hard",
    NORA,
  ],
  [
    "a server for Windows",
    daemon(
      "Undeliverable Mail",
      `Invalid final delivery userid: ${NORA}\n\n\nOriginal message follows.\n\n${ORIGINAL}`,
    ),
    "bounced_hard",
    NORA,
  ],
  [
    "qmail whose user is locked",
    daemon(
      "failure notice",
      `Hi. This is the qmail-send program at mx.example.\nI'm afraid I wasn't able to deliver your message to the following addresses.\n\n<${NORA}>:\nvdelivermail: account is locked email bounced ${NORA}\n\n--- Below this line is a copy of the message.\n\n${ORIGINAL}`,
    ),
    "bounced_soft",
    NORA,
  ],
  [
    "a sender that names no one but in its headers",
    daemon("Mail delivery failed: returning message to sender", "550 Unrouteable address", [
      `X-Failed-Recipients: ${NORA}`,
    ]),
    "bounced_hard",
    NORA,
  ],
  [
    "a report in the text, as WorkMail writes",
    daemon(
      "Delivery Status Notification (Failure)",
      `An error occurred while trying to deliver the mail to the following recipients:\n${NORA}\n\nTechnical report:\n\nAction: failed\nFinal-Recipient: rfc822; ${NORA}\nDiagnostic-Code: smtp; 550 5.3.5 Internal System Error\nStatus: 5.3.5`,
    ),
    "bounced_soft",
    NORA,
  ],
  ["a status without a recipient", status("Action: failed\nStatus: 5.1.1"), "bounced_hard", NORA],
  [
    "a status that says nothing, beside words that do",
    status(`${ABOUT}Status: 5.0.0`, `${NORA}: Domain does not exist`),
    "bounced_hard",
    NORA,
  ],
  [
    "a status for now, for an address that isn't there",
    status(
      `${ABOUT}Status: 4.4.7\nDiagnostic-Code: smtp; 450 4.1.1 <${NORA}>: User unknown in virtual mailbox table`,
    ),
    "bounced_hard",
  ],
  [
    "a host without e-mail",
    status(`${ABOUT}Status: 5.0.0\nDiagnostic-Code: smtp; Domain fans.example does not accept mail (nullMX)`),
    "bounced_hard",
  ],
  [
    "what the receiver knows besides",
    status(
      `${ABOUT}Status: 5.0.0\nX-Supplementary-Info: < #5.1.1 smtp; 550 5.1.1 RESOLVER.ADR.RecipNotFound; not found>`,
    ),
    "bounced_hard",
  ],
  [
    "a provider that slows us down",
    status(
      `${ABOUT}Status: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 192.0.2.1 has sent to too many recipients this hour`,
    ),
    "bounced_soft",
  ],
  [
    "an e-mail that's too large",
    status(`${ABOUT}Status: 5.3.4\nDiagnostic-Code: smtp; 552 5.3.4 Message too large`),
    "bounced_soft",
  ],
  [
    "a server that doesn't like ours",
    status(
      `${ABOUT}Status: 5.2.1\nDiagnostic-Code: smtp; 550 5.2.1 Mailbox unavailable. Your IP address is blacklisted`,
    ),
    "policy",
  ],
  [
    "a receipt",
    status(`Final-Recipient: rfc822; ${NORA}\nAction: delivered\nStatus: 2.0.0`),
    "delivered",
    NORA,
  ],
  [
    "a relay's receipt",
    status(`Final-Recipient: rfc822; ${NORA}\nAction: relayed\nStatus: 2.0.0`),
    "automatic",
  ],
  // Delays
  [
    "a delay with a status",
    status(`Final-Recipient: rfc822; ${NORA}\nAction: delayed\nStatus: 4.4.1`),
    "automatic",
  ],
  [
    "a delay in words",
    daemon(
      "Delivery status notification: warning",
      `A message is delayed for more than 10 minutes for the following list of recipients:\n\n${NORA}: Network error on destination MXs\n\nPlease note that this is only a temporary failure report.\nYou DO NOT NEED to re-send the message.\n`,
    ),
    "automatic",
  ],
  [
    "a delay, and the subject of the one that's late",
    daemon("Undeliverable: Our launch is delayed", `<${NORA}>: 550 5.1.1 User unknown\n\n${ORIGINAL}`),
    "bounced_hard",
    NORA,
  ],
  // Complaints, and what isn't one
  [
    "Microsoft's complaint",
    mail(
      ["From: <staff@hotmail.example>", "Subject:  complaint about message from 192.0.2.1"],
      `--b\nContent-Type: message/rfc822\nContent-Disposition: inline\n\nX-HmXmrOriginalRecipient: ${NORA}\n${ORIGINAL}\n\nHello\n--b--`,
      'multipart/mixed; boundary="b"',
    ),
    "complained",
    NORA,
  ],
  [
    "a report about a domain's authentication",
    mail(
      [
        "From: dmarc@fans.example",
        "Subject: Report domain: mia.example Submitter: fans.example Report-ID: 1",
      ],
      "This is an aggregate report.",
    ),
    "automatic",
  ],
  [
    "a receipt by the reader's program",
    mail(
      ["From: nora@fans.example", "Subject: Read: News"],
      "Read.",
      "multipart/report; report-type=disposition-notification; boundary=b",
    ),
    "automatic",
  ],
];

it.each(MAILS)("5.10.8 %s", async (_, raw, kind, recipient) => {
  const judged = classifyIncoming(await parseIncoming(Buffer.from(raw)));
  expect(judged.kind).toBe(kind);
  if (recipient !== undefined) expect(judged).toMatchObject({ recipient });
});

it("5.10.8 what's said only in HTML is read, with a picture or a file beside it, too", async () => {
  const html = `<p>Your message to <a href="mailto:${NORA}">${NORA}</a> couldn’t be delivered.</p><p>550 5.1.1 User unknown</p>`;
  const parts = `--b\nContent-Type: text/html\n\n${html}\n--b\nContent-Type: image/png\nContent-ID: <a>\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n--b--\n`;
  const beside = `--b\nContent-Type: text/plain\n\n \n${parts}`;
  for (const [type, body] of [
    ["related", parts],
    ["mixed", parts],
    ["alternative", beside],
  ] as const) {
    const type_line = `Content-Type: multipart/${type}; boundary=b`;
    const raw = mail(
      ["From: postmaster@fans.example", TO_US, "Subject: Undeliverable: News", type_line],
      body,
    );
    expect(classifyIncoming(await parseIncoming(Buffer.from(raw)))).toMatchObject({
      kind: "bounced_hard",
      recipient: NORA,
    });
  }
});

it("5.10.8 a returned e-mail names what it's about, though it's shown in line", async () => {
  const raw = returned("postmaster@fans.example", "Undeliverable", `550 5.1.1 <${NORA}> unknown`);
  expect(classifyIncoming(await parseIncoming(Buffer.from(raw)))).toMatchObject({ ids: [SAMPLE_ID] });
});

it.each([
  [
    "Unzustellbar: News",
    `Ihre Nachricht an ${NORA} konnte nicht zugestellt werden. Das Postfach existiert nicht.`,
  ],
  ["Non remis : News", `Votre message n’a pas pu être remis à ${NORA}. Utilisateur inconnu.`],
  ["No se puede entregar: News", `No se ha podido entregar el mensaje a ${NORA}. El usuario no existe.`],
  ["Não é possível entregar: News", `A mensagem não foi entregue a ${NORA}. Usuário desconhecido.`],
  ["Impossibile recapitare: News", `Impossibile recapitare il messaggio a ${NORA}. L’indirizzo non esiste.`],
  ["Onbestelbaar: News", `Uw bericht kon niet worden bezorgd bij ${NORA}. De ontvanger is onbekend.`],
  ["Niedostarczalne: News", `Nie można dostarczyć wiadomości do ${NORA}. Użytkownik nie istnieje.`],
  ["Недоставленное сообщение", `Ваше письмо не может быть доставлено: ${NORA}. Такого пользователя нет.`],
  ["配信不能: News", `${NORA} 宛のメールを配信できませんでした。ユーザーが見つかりません。`],
  ["退信通知", `您的邮件无法投递至 ${NORA}。收件人地址不存在。`],
  ["배달되지 않음: News", `${NORA} 님께 메시지를 전달하지 못했습니다. 존재하지 않는 사용자입니다.`],
])("5.10.8 a bounce in another language: %s", async (subject, text) => {
  const raw = returned("Postmaster <postmaster@fans.example>", subject, text);
  expect(classifyIncoming(await parseIncoming(Buffer.from(raw)))).toMatchObject({
    kind: "bounced_hard",
    recipient: NORA,
    ids: [SAMPLE_ID],
  });
});

it.each([
  "Re: Undeliverable: News",
  "Fwd: Delivery Status Notification (Failure)",
  "What a failure",
  "Delivery of my order?",
])("what a person writes about a bounce is a reply: %s", async (subject) => {
  const raw = mail(
    [`From: ${NORA}`, TO_US, `Subject: ${subject}`],
    "Your e-mail could not be delivered: 550 user unknown. What now?",
  );
  expect(classifyIncoming(await parseIncoming(Buffer.from(raw))).kind).toBe("reply");
});

it("5.10.8 an apostrophe belongs to an address, unless it quotes it, and a domain in Unicode is one in ASCII", async () => {
  const recipientOf = async (fields: string) => {
    const judged = classifyIncoming(
      await parseIncoming(Buffer.from(status(`${fields}\nAction: failed\nStatus: 5.1.1`))),
    );
    return "recipient" in judged ? judged.recipient : undefined;
  };
  expect(await recipientOf("Final-Recipient: rfc822; o'neil@fans.example")).toBe("o'neil@fans.example");
  expect(await recipientOf("Final-Recipient: rfc822; 'nora@fans.example'")).toBe("nora@fans.example");
  expect(await recipientOf("Final-Recipient: utf-8; nora@münchen.example")).toBe(
    "nora@xn--mnchen-3ya.example",
  );
});
