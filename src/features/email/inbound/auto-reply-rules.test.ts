import { expect, it } from "vitest";
import { mail } from "#test/harness/bounce-fixtures.ts";
import { repeatsOurSubject } from "./auto-reply-rules.ts";
import { parseIncoming } from "./mime-parser.ts";
import { classifyIncoming } from "./rules.ts";

const kindOf = async (headers: string[]) =>
  classifyIncoming(
    await parseIncoming(
      Buffer.from(mail(["From: nora@fans.example", ...headers], "Hi", "text/plain; charset=utf-8")),
    ),
  ).kind;
const encoded = (text: string) => `Subject: =?utf-8?B?${Buffer.from(text).toString("base64")}?=`;

it.each([
  "Auto-Submitted: auto-replied (vacation)",
  "Auto-Submitted: auto-notified",
  "X-Auto-Response-Suppress: All",
  "X-Auto-Response-Suppress: DR, OOF, AutoReply",
  "Precedence: auto_reply",
  "Precedence: list",
  "X-Autoreply: yes",
  "X-Autoresponder: 1",
  "X-Autoresponse: News",
  "X-Mail-Autoreply: News",
  "X-FC-MachineGenerated: true",
  "X-POST-MessageClass: 9; Autoresponder",
  "Return-Path: <>",
])("5.10.8 a program says so: %s", async (header) => {
  expect(await kindOf([header, "Subject: Re: News"])).toBe("automatic");
});

it.each(["Auto-Submitted: no", "Precedence: first-class", "X-Autoreply: no", "X-Auto-Response-Suppress: DR"])(
  "a person's program says so, too: %s",
  async (header) => {
    expect(await kindOf([header, "Subject: Re: News"])).toBe("reply");
  },
);

it.each([
  "[EXTERNAL] Automatic reply: News",
  "{Spam?} Out of Office: News",
  "***SPAM*** Autoreply: News",
  "[Auto-Reply] News",
  "[EXT] Automatische Antwort: News",
  "OOO: News",
  "Yahoo! Auto Response",
  "AUTO: Nora is out of the office",
  "Abwesenheit: Nora",
  "Réponse automatique : News",
  "Respuesta automática: News",
  "Odpowiedź automatyczna: News",
  "Automatický odpověď",
  "Răspuns automat: News",
  "Αυτόματη απάντηση: News",
  "自動返信: News",
])("5.10.8 a gateway or a program put its words in front: %s", async (subject) => {
  expect(await kindOf([encoded(subject)])).toBe("automatic");
});

it("5.10.8 a subject that repeats the campaign's is a person's reply, and one that adds a program's words isn't", async () => {
  const ours = "Out of office? {{ first_name }}, read this";
  expect(await kindOf(["Subject: Re: Out of office? Nora, read this"])).toBe("reply");
  expect([
    repeatsOurSubject("Out of office? Nora, read this", ours),
    repeatsOurSubject("Automatic reply: Out of office? Nora, read this", ours),
    repeatsOurSubject("Out of office", "News"),
    repeatsOurSubject("Out of the office until Monday", ours),
  ]).toEqual([true, false, false, false]);
});

it("who takes no answers wrote none", async () => {
  expect(await kindOf(["Subject: Re: News"])).toBe("reply");
  const raw = mail(["From: no-reply@tickets.example", "Subject: Re: News"], "We got your e-mail.");
  expect(classifyIncoming(await parseIncoming(Buffer.from(raw))).kind).toBe("automatic");
});
