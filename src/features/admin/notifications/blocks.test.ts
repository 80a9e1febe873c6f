// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { ParsedMail } from "mailparser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { type MailServer, startMailServer } from "#test/harness/mail-server.ts";

let app: TestApp;
let founder: Client;

const WAIT = { timeout: 20_000, interval: 50 };
const NOTHING = { title: "", text: "", button: "" };
const COLUMN = { picture: "", alt: "", html: "", label: "", url: "" };
const id = (type: string) => ({ id: `${type}-1`, type, align: "left" });

const ENGLISH = [
  { ...id("heading"), text: "What’s <new> & nice", level: 2 },
  {
    ...id("text"),
    html: '<p>Read <strong>all of it</strong>, {{ contact.first_name }}, <a href="example.com/docs?a=1&amp;b=2">here</a>.</p><script>alert(1)</script>',
  },
  { ...id("button"), label: "Try it", url: "https://example.com/try?x=1&y=2" },
  { ...id("picture"), picture: "/media/p.png", alt: "A picture", url: "https://example.com/p", width: 50 },
  {
    id: "columns-1",
    type: "columns",
    columns: [
      { ...COLUMN, html: "<p>Left one</p>" },
      { ...COLUMN, html: "<p onclick=x>Right one</p>" },
    ],
  },
  { id: "divider-1", type: "divider" },
  { ...id("countdown"), ends: "2099-01-01T10:00", time_zone: "Europe/Berlin", after: "" },
];
const SPANISH = [{ ...id("text"), html: "<p>Léelo <em>todo</em></p>" }];

const version = (title: string, blocks: object[]) => ({ title, text: "", button: "", blocks });
const parts = (more: object = {}) => ({
  versions: { en: version("News", ENGLISH), es: version("Novedades", SPANISH) },
  channels: ["email"],
  target: "links",
  audience: { match: "all", rules: [] },
  is_urgent: true,
  ...more,
});
const save = (more: object = {}, which: string = randomUUID()) =>
  founder.api("PUT", `/admin/notifications/${which}`, parts(more));

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());

async function prove(by: Client, of: TestApp): Promise<void> {
  await of.platform.db.execute(
    sql`update sessions set proven_at = ${of.clock.now().toISOString()} where user_id = ${by.id}`,
  );
}

it("arrives as it was composed and shown, in the reader's language, as HTML and as text", async () => {
  const smtp: MailServer = await startMailServer();
  const there = await startApp({ SMTP_URL: smtp.url });
  try {
    const writer = await there.signUp();
    const [ada, eva] = [await there.signUp(), await there.signUp()];
    await there.platform.db.execute(sql`update users set email_verified = true`);
    await there.platform.db.execute(sql`update users set language = 'es' where id = ${eva.id}`);
    await prove(writer, there);
    const which = randomUUID();
    const saved = (await writer.api("PUT", `/admin/notifications/${which}`, parts())).body;
    expect(saved.versions.en.blocks).toEqual(ENGLISH.map((block) => expect.objectContaining(block)));
    expect((await writer.api("POST", `/admin/notifications/${which}/send`, {})).status).toBe(200);
    const mailTo = async (to: string, subject: string): Promise<ParsedMail> => {
      const find = () =>
        smtp.received.find((mail) => [mail.to].flat()[0]?.text === to && mail.subject === subject);
      await expect.poll(find, WAIT).toBeDefined();
      return find() as ParsedMail;
    };
    const english = await mailTo(ada.email, "News");
    const shown = (
      await writer.api("POST", "/admin/notifications/preview", {
        version: saved.versions.en,
        target: "links",
        language: "en",
      })
    ).body;
    const bodyOf = (html: string) => html.slice(html.indexOf("<h2"), html.indexOf("/countdown"));
    expect(bodyOf(String(english.html))).toBe(bodyOf(shown.html));
    const { origin } = new URL(there.platform.instance.publicUrl);
    for (const piece of [
      ">What’s &lt;new&gt; &amp; nice</h2>",
      "<strong>all of it</strong>, {{ contact.first_name }}, ",
      'href="https://example.com/docs?a=1&amp;b=2"',
      'href="https://example.com/try?x=1&amp;y=2"',
      `src="${origin}/media/p.png" alt="A picture"`,
      "Left one",
      "Right one",
    ])
      expect(String(english.html)).toContain(piece);
    // The line that inboxes show is words, without URLs or spaces in front of commas.
    const plain = { ...version("News", SPANISH), blocks: [ENGLISH[1]] };
    const asked = { version: plain, target: "links", language: "en" };
    const preview = (await writer.api("POST", "/admin/notifications/preview", asked)).body.html;
    expect(preview).toContain(">Read all of it, {{ contact.first_name }}, here.");
    expect(String(english.html)).not.toMatch(/<script|onclick|alert\(/);
    for (const piece of [
      "What’s <new> & nice",
      "Read all of it",
      "Try it (https://example.com/try?x=1&y=2)",
      "Left one",
      "Right one",
      "January 1, 2099",
    ])
      expect(english.text).toContain(piece);
    expect(english.text).not.toMatch(/<\/|<p|<strong/);
    expect(english.headers.get("list")).toBeDefined();
    const spanish = await mailTo(eva.email, "Novedades");
    expect(String(spanish.html)).toContain("Léelo <em>todo</em>");
    expect(spanish.text).toContain("Léelo todo");
  } finally {
    await there.close();
  }
});

it("needs something in its blocks, buttons that lead somewhere, and no more than inboxes show", async () => {
  await prove(founder, app);
  const sendCode = async (blocks: object[]) => {
    const { body } = await save({ versions: { en: version("News", blocks), es: NOTHING } });
    return (
      await founder.api("POST", `/admin/notifications/${body.id}/send`, { send_at: "2199-01-01T09:00" })
    ).body.code;
  };
  expect(await sendCode([{ id: "divider-1", type: "divider" }])).toBe("BROADCAST_EMPTY");
  for (const url of ["", "/dashboard", "javascript:alert(1)"])
    expect(await sendCode([{ ...id("button"), label: "Go", url }])).toBe("BROADCAST_BUTTON");
  const columns = [{ ...COLUMN, html: "<p>Hi</p>", label: "Go" }, COLUMN];
  expect(await sendCode([{ id: "columns-1", type: "columns", columns }])).toBe("BROADCAST_BUTTON");
  const long = { ...id("text"), html: "x".repeat(19_000) };
  const refused = [
    [long, { ...long, id: "b" }, { ...long, id: "c" }],
    [{ id: "f", type: "footer", note: "" }],
    [{ id: "l", type: "links", profile_id: "x" }],
    Array.from({ length: 51 }, (_, n) => ({ id: `d${n}`, type: "divider" })),
  ];
  for (const blocks of refused)
    expect((await save({ versions: { en: version("News", blocks), es: NOTHING } })).status).toBe(400);
});

it("is put together in no time, whatever is nested in it", async () => {
  const started = Date.now();
  for (const tag of ["b", "p", "li", "a href=x"]) {
    const one = { ...id("text"), html: `<${tag}>`.repeat(Math.floor(19_500 / (tag.length + 2))) };
    const asked = { version: version("News", [one, { ...one, id: "b" }]), target: "links", language: "en" };
    expect((await founder.api("POST", "/admin/notifications/preview", asked)).status).toBe(200);
  }
  expect(Date.now() - started).toBeLessThan(20_000);
});
