// @project server-postgres
import { sql } from "drizzle-orm";
import { zipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { TestApp } from "#test/harness/app.ts";
import { type Sender, startSender } from "#test/harness/campaigns.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";

const PDF = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(2 * 1024 * 1024, 7)]);
const FOOTER = '<p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';

let app: TestApp;
let sender: Sender;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  sender = await startSender(app);
});

function upload(content: Uint8Array | string, name: string, by = sender.owner) {
  const form = new FormData();
  form.set("file", new File([content as BlobPart], name));
  return by.api("POST", "/templates/files", form);
}
const write = (attachments: object[], more: object = {}) =>
  sender.owner.api("POST", "/templates", { name: "N", subject: "Hi", html: FOOTER, attachments, ...more });
/** What arrived last. */
const arrived = () => sender.mailbox.server.received.at(-1)?.attachments ?? [];
const facts = () =>
  arrived().map(({ filename, contentType, content }) => [filename, contentType, content.equals(PDF)]);

it("5.2.7 everyone gets a template’s files: in a test, a campaign and an e-mail of a program", async () => {
  const file = (await upload(PDF, "Tour “2026”.pdf")).body;
  expect(file).toMatchObject({ name: "Tour “2026”.pdf", type: "application/pdf", bytes: PDF.length });
  expect((await upload(PDF, "Tour “2026”.pdf")).body).toEqual(file);
  // What a form says about a file besides its id counts for nothing.
  const template = (await write([{ ...file, name: "a\r\nBcc: x@y.example", bytes: 1 }])).body;
  expect(template.attachments).toEqual([file]);
  const expected = [["Tour “2026”.pdf", "application/pdf", true]];

  const { id: mailbox_id } = sender.mailbox;
  expect((await sender.owner.api("POST", `/templates/${template.id}/test`, { mailbox_id })).status).toBe(200);
  expect(facts()).toEqual(expected);

  const preview = (await sender.owner.api("POST", `/templates/${template.id}/preview`, {})).body;
  const heavy = "The attachments add 2 MB to every e-mail. A link to the files gets through more easily.";
  expect(preview.findings.map(({ message }: { message: string }) => message)).toContain(heavy);
  await sender.addFans({ nora: {}, ada: {} });
  const id = await sender.add({ template_id: template.id, html: "" });
  const { problems } = (await sender.act(id, "check")).body;
  expect(problems).toContainEqual({ severity: "warning", where: "html", message: heavy });
  await sender.act(id, "send");
  await sender.reaches(id, "sent");
  expect(sender.received().slice(-2).sort()).toEqual(["ada", "nora"]);
  expect(facts()).toEqual(expected);

  const count = sender.mailbox.server.received.length;
  const plain = (await write([file], { html: "<p>Hi</p>" })).body.id;
  const mail = { to: "fan@fans.example", mailbox_id, template_id: plain };
  expect((await sender.owner.api("POST", "/mails", mail)).status).toBe(201);
  await vi.waitUntil(() => sender.mailbox.server.received.length > count, { timeout: 20_000 });
  expect(facts()).toEqual(expected);
});

it("5.2.7 files come and go with a template’s versions and copies, and there can be only so many", async () => {
  const file = (await upload("Hello", "words.txt")).body;
  const { id } = (await write([file])).body;
  const copy = (await sender.owner.api("POST", `/templates/${id}/duplicate`)).body;
  expect(copy.attachments).toEqual([file]);
  const patched = await sender.owner.api("PATCH", `/templates/${id}`, { attachments: [] });
  expect(patched.body.attachments).toEqual([]);
  const [version] = (await sender.owner.api("GET", `/templates/${id}/versions`)).body.items;
  const restored = await sender.owner.api("POST", `/templates/${id}/versions/${version.id}/restore`);
  expect(restored.body.attachments).toEqual([file]);

  const { db } = app.platform;
  const small = (await upload("Hi", "more.txt")).body;
  const heavy = sql`update mail_files set bytes = 209715200 where id = ${small.id}`;
  const many = sql`insert into mail_files (user_id, id, name, type, bytes, hash, content, created_at, used_at)
    select user_id, gen_random_uuid(), name, type, 0, '', '', created_at, used_at
    from mail_files, generate_series(1, 998) where id = ${file.id}`;
  for (const [fill, back] of [
    [heavy, sql`update mail_files set bytes = 2 where id = ${small.id}`],
    [many, sql`delete from mail_files where hash = ''`],
  ] as const) {
    await db.execute(fill);
    const full = await upload(PDF, "another.pdf");
    expect([full.status, full.body.code]).toEqual([409, "FILES_FULL"]);
    expect((await upload("Hi", "more.txt")).body.id).toBe(small.id);
    await db.execute(back);
  }
  expect((await upload(PDF, "another.pdf")).status).toBe(201);
});

it("5.2.7 what computers run isn’t attached, whatever it’s called, nor too much, nor what’s someone else’s", async () => {
  const zip = (name: string) => zipSync({ [name]: Buffer.from("Hello") });
  const refused: [Uint8Array | string, string][] = [
    [Buffer.from([0x4d, 0x5a, 0x90, 0]), "photo.pdf"],
    ["#!/bin/sh\nrm -r /", "notes.txt"],
    ["<script>alert(1)</script>", "notes.txt"],
    ["%PDF-1.7", "tour.pdf.exe"],
    ["%PDF-1.7", "tour.exe. "],
    [zip("songs/install.exe"), "songs.zip"],
    [zip("word/vbaProject.bin"), "letter.docx"],
    [zip("x".repeat(600)), "odd.zip"],
    ["", "empty.txt"],
  ];
  for (const [content, name] of refused) {
    const { status, body } = await upload(content, name);
    expect([name, status, body.code]).toEqual([name, 400, "FILE_REFUSED"]);
  }
  const renamed = async (content: Uint8Array | string, name: string) =>
    (await upload(content, name)).body.name;
  expect(await renamed("%PDF-1.7", "../a\u202efdp.html\u0007.pdf")).toBe("afdp.html.pdf");
  expect(await renamed("%PDF-1.7", "picture.png")).toBe("picture.png.pdf");
  expect(await renamed(zip("song.mp3"), "songs.zip")).toBe("songs.zip");

  const large = await upload(Buffer.alloc(5 * 1024 * 1024 + 1, 65), "long.txt");
  expect([large.status, large.body.code]).toEqual([413, "ATTACHMENTS_TOO_LARGE"]);
  const files = [];
  for (const name of ["a.pdf", "b.pdf", "c.pdf"]) files.push((await upload(PDF, name)).body);
  expect((await write(files)).body.code).toBe("ATTACHMENTS_TOO_LARGE");
  const { id } = (await write([])).body;
  const change = (attachments: object[]) => sender.owner.api("PATCH", `/templates/${id}`, { attachments });
  expect((await change(files)).body.code).toBe("ATTACHMENTS_TOO_LARGE");
  const draft = { attachments: files };
  expect((await sender.owner.api("POST", `/templates/${id}/preview`, { draft })).body.code).toBe(
    "ATTACHMENTS_TOO_LARGE",
  );
  const stranger = await startSender(app);
  const theirDraft = { draft: { attachments: [{ id: app.platform.newId() }] } };
  expect((await sender.owner.api("POST", `/templates/${id}/preview`, theirDraft)).body.code).toBe(
    "ATTACHMENT_NOT_FOUND",
  );
  const theirs = (await upload("Hello", "words.txt", stranger.owner)).body;
  for (const foreign of [theirs.id, "nothing"])
    for (const answer of [await change([{ id: foreign }]), await write([{ id: foreign }])])
      expect(answer.body.code).toBe("ATTACHMENT_NOT_FOUND");
});

it("5.2.7 a campaign whose file is gone says so instead of going out without it", async () => {
  const file = (await upload("Hello", "words.txt")).body;
  const { id: template_id } = (await write([file])).body;
  await sender.addFans({ nora: {} });
  const id = await sender.add({ template_id, html: "" });
  await app.platform.db.execute(sql`delete from mail_files where id = ${file.id}`);
  await sender.act(id, "send");
  await sender.reaches(id, "sent");
  expect(sender.received()).toEqual([]);
  const [row] = (await sender.owner.api("GET", `/campaigns/${id}/deliveries`)).body.items;
  expect(row).toMatchObject({ state: "failed", outcome: "An attachment is gone" });
  const { id: mailbox_id } = sender.mailbox;
  const test = await sender.owner.api("POST", `/templates/${template_id}/test`, { mailbox_id });
  expect([test.status, test.body.code]).toEqual([404, "ATTACHMENT_NOT_FOUND"]);
});
