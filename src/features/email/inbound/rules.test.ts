import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { SAMPLE_ID } from "#test/harness/bounce-fixtures.ts";
import { DELIVERY_REPORTS, SAMPLES } from "#test/harness/feedback-fixtures.ts";
import { parseIncoming } from "./mime-parser.ts";
import { answerSubject, classifyIncoming, splitQuoted, unsubscribeToken } from "./rules.ts";
import { parseInThread } from "./threaded-parser.ts";

it("5.10.8 300 delivery reports and whatever else comes back are told apart, and the messages they're about are found", async () => {
  expect(DELIVERY_REPORTS.length).toBeGreaterThanOrEqual(300);
  const wrong: string[] = [];
  for (const { name, raw, kind, isNamed } of SAMPLES) {
    const judged = classifyIncoming(await parseIncoming(Buffer.from(raw)));
    const ids = "ids" in judged ? judged.ids : [];
    if (judged.kind !== kind || (isNamed && !ids.includes(SAMPLE_ID)))
      wrong.push(`${name} → ${judged.kind} ${ids}`);
  }
  expect(wrong.slice(0, 30)).toEqual([]);
});

it("what's no e-mail at all, or ends anywhere, is still judged", async () => {
  const [first] = SAMPLES;
  const bytes = Buffer.from(first?.raw ?? "");
  for (const odd of [
    "",
    "\0\0",
    "Subject:",
    "From: <>\r\n\r\n",
    'Content-Type: multipart/mixed; boundary=""\r\n\r\n--',
  ])
    expect(classifyIncoming(await parseIncoming(Buffer.from(odd))).kind).toBe("reply");
  for (let end = 0; end < bytes.length; end += 97)
    classifyIncoming(await parseIncoming(bytes.subarray(0, end)));
});

it.each([
  ["more HTML than is read", `Content-Type: text/html\n\n${"<p>Hi</p>".repeat(20_000)}`],
  ["more parts than are read", `Content-Type: multipart/mixed; boundary=b\n\n${"--b\n\nHi\n".repeat(5000)}`],
])("5.10.7 whoever asks to leave is heard, though their e-mail has %s", async (_, rest) => {
  const mail = await parseIncoming(Buffer.from(`From: Mia <mia@b.example>\nSubject: unsubscribe\n${rest}`));
  expect(classifyIncoming(mail)).toMatchObject({ kind: "unsubscribe", recipient: "mia@b.example" });
});

// Takes minutes if any of it is read more than once.
const LONG = 100_000;
it.each([
  ["\n".repeat(LONG), "reply"],
  [`X-Failed-Recipients: ${"a".repeat(LONG)}\n\n550 5.1.1 gone`, "bounced_hard"],
  [`X-Failed-Recipients: a@b.example\n\n${">\n".repeat(LONG / 2)}550 5.1.1 gone`, "bounced_soft"],
  [`From: postmaster@b.example\nSubject: failure notice\n\n<${"a@".repeat(LONG / 2)}`, "bounced_soft"],
  [`Content-Type: message/delivery-status\n\na:${" ".repeat(LONG)}\rb\nAction: failed\n`, "automatic"],
  [`Subject: Hi\n\nfrom:${" ".repeat(LONG)}x`, "reply"],
])("a mail that's made to be slow is judged: %#", async (raw, kind) => {
  const mail = await parseIncoming(Buffer.from(raw));
  expect(classifyIncoming({ ...mail, in_reply_to: [SAMPLE_ID] }).kind).toBe(kind);
  expect(splitQuoted(mail.text).text.length).toBeLessThanOrEqual(10_000);
});

it.each([
  [
    "Thanks!\n\nOn Mon, 23 Nov 2026 at 6:00, Mia <a@b.example>\nwrote:\n\n> Hello\n> you",
    "Thanks!",
    "Hello\nyou",
  ],
  ["> Hello?\n\nYes.\n> And?\nNo.", "Yes.\nNo.", "Hello?"],
  ["Hi\n\n-----Original Message-----\nFrom: Mia\nHello", "Hi", "Original Message"],
  ["Hi\n________________________________\nVon: Mia <a@b.example>\nGesendet: Montag\nHello", "Hi", "Gesendet"],
  ["Hi\r\n\r\nFrom: Mia <a@b.example>\r\nSent: Monday\r\nHello", "Hi", "Sent: Monday"],
  [
    "Third\n\n2014-12-11 23:51 GMT+02:00 Mia <hello@mia.example>:\n> old",
    "Third",
    "2014-12-11 23:51 GMT+02:00 Mia",
  ],
  ["Да\n\nпн, 1 янв. 2026 г. в 10:00, Mia <hello@mia.example>:\n> old", "Да", "пн, 1 янв."],
  ["はい\n\n2026年1月1日(木) 10:00 Mia <hello@mia.example>:\n> old", "はい", "2026年"],
  ["好\n\n在 2026年1月1日，Mia <hello@mia.example> 写道：\n> old", "好", "写道"],
  ["네\n\n2026년 1월 1일, Mia <hello@mia.example>님이 작성:\n> old", "네", "작성"],
  ["Tak\n\nW dniu 01.01.2026 o 10:00, Mia pisze:\n> old", "Tak", "pisze"],
  ["ok\n\n*From:* Mia <hello@mia.example>\n*Sent:* Monday\n\nold", "ok", "old"],
  ["Write to Mia <hello@mia.example>:\nshe knows", "Write to Mia <hello@mia.example>:\nshe knows", ""],
  ["He wrote:\nnothing at all", "He wrote:\nnothing at all", ""],
])("a reply is split from what it quotes: %j", (text, own, quoted) => {
  const split = splitQuoted(text);
  expect(split.text).toBe(own);
  expect(split.quoted).toContain(quoted);
});

it("an answer's subject has one Re:, and a leaving subject has a token or none", () => {
  expect(["Hello", "RE: aw: Hello", "", "Re:"].map(answerSubject)).toEqual([
    ...["Re: Hello", "Re: Hello", "Re: your e-mail", "Re: your e-mail"],
  ]);
  expect(["unsubscribe", ` Unsubscribe ${"a".repeat(43)} `, "unsubscribe me"].map(unsubscribeToken)).toEqual([
    ...["", "a".repeat(43), undefined],
  ]);
});

it.each([
  ["headers and text that say nothing", "latin1", "", "Schöne Grüße aus Köln"],
  ["a charset that nobody knows", "latin1", "Content-Type: text/plain; charset=ansi\n", "Schöne Grüße"],
  ["UTF-8 that says nothing", "utf8", "", "Schöne Grüße 🎉"],
  ["UTF-8 by another name", "utf8", "Content-Type: text/plain; charset=x-unknown\n", "Grüße"],
] as const)("letters arrive: %s", async (_, encoding, header, text) => {
  const raw = `From: Nora Müller <nora@fans.example>\n${header}Subject: Re: Grüße\n\n${text}`;
  const mail = await parseIncoming(Buffer.from(raw, encoding));
  expect([mail.subject, mail.text.trim()]).toEqual(["Re: Grüße", text]);
});

it("large e-mail is read in another thread, to the same result", async () => {
  const head =
    "From: Mia <mia@fans.test>\r\nSubject: Hello\r\nContent-Type: text/html; charset=utf-8\r\n\r\n";
  const source = Buffer.from(`${head}<p>Hi Nora</p>${"<td>".repeat(20_000)}`);
  let isDone = false;
  let turns = 0;
  const reading = parseInThread("a", source).finally(() => {
    isDone = true;
  });
  for (; !isDone; turns++) await nextTurn();
  expect(turns).toBeGreaterThan(10);
  expect(await reading).toEqual(await parseIncoming(source));
});
