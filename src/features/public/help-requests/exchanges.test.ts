// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { startMailServer } from "#test/harness/mail-server.ts";
import { exchangeUrl } from "./links.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay" });
});
afterAll(() => app?.close());
afterEach(() => app.clock.set(new Date()));

let last = 0;
const from = () => ({ "x-forwarded-for": `198.${++last % 250}.${Math.floor(last / 250)}.11` });
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const post = (who: Client, path: string, fields: Record<string, string>, headers = {}) =>
  who.call("POST", path, new URLSearchParams(fields).toString(), { ...FORM, ...from(), ...headers });
const open = (path: string, headers = {}) =>
  app.visitor().call("GET", path, undefined, { ...from(), ...headers });
const pathIn = (text: string) => /https?:\/\/[^/]+(\/help\/request\/status\/[\w-]+)/.exec(text)?.[1] ?? "";
const linkTo = (id: string) => new URL(exchangeUrl(app.platform, id)).pathname;
const idIn = (html: string) => /name="id" value="([^"]+)"/.exec(html)?.[1] ?? "";
const staff = (method: string, path: string, body?: object) =>
  founder.api(method, `/admin/help-requests${path}`, body);

async function asked(): Promise<{ id: string; number: string; email: string }> {
  const email = `${randomUUID()}@fans.example`;
  const sent = { email, subject: "Lost", text: "Where is my page?" };
  const { number } = (await app.visitor().call("POST", "/api/v1/help-requests", sent, from())).body;
  return { ...(await staff("GET", `?q=${number}`)).body.items[0], number, email };
}

it("a stranger asks, staff answer by a real mail server, and the exchange goes on by the link", async () => {
  const server = await startMailServer();
  const other = await startApp({ SMTP_URL: server.url });
  try {
    const boss = await other.signUp({ name: "Fay" });
    const visitor = other.visitor();
    const form = (await visitor.call("GET", "/help/request")).body;
    const fields = {
      id: idIn(form),
      email: "Nora@Fans.example",
      subject: "A <b>question</b>",
      text: "Why?\r\n<i>!",
    };
    const thanks = (await post(visitor, "/help/request", fields)).headers.get("location") ?? "";
    const number = /number=(H-[0-9A-Z-]+)/.exec(thanks)?.[1] ?? "";
    expect(thanks).not.toContain("follow");
    expect((await visitor.call("GET", thanks)).body).toContain(number);
    const arrived = (subject: RegExp) =>
      vi.waitUntil(
        () =>
          server.received.find((mail) => {
            const [to] = [mail.to].flat();
            return to?.text === "nora@fans.example" && subject.test(mail.subject ?? "");
          }),
        { timeout: 20_000 },
      );
    const received = await arrived(/We’ve got your request/);
    expect(received?.text).not.toMatch(/question|Why/);
    const [{ id }] = (await boss.api("GET", "/admin/help-requests")).body.items;
    const sent = { text: "Because <script>alert(1)</script>", message_id: randomUUID() };
    await boss.api("POST", `/admin/help-requests/${id}/notes`, { text: "SECRET", message_id: randomUUID() });
    await boss.api("POST", `/admin/help-requests/${id}/answer`, { ...sent, closes: true });
    const mail = await arrived(/Our answer/);
    expect(mail?.text).toContain(sent.text);
    expect(String(mail?.html)).toContain("Because &lt;script&gt;alert(1)&lt;/script&gt;");
    const path = pathIn(mail?.text ?? "");
    expect((await visitor.call("GET", pathIn(received?.text ?? ""))).body).toContain(number);
    const page = (await visitor.call("GET", path)).body;
    expect(page).toContain("A &lt;b&gt;question&lt;/b&gt;");
    expect(page).toContain("Because &lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).toContain("The request is closed");
    expect(page).not.toContain("SECRET");
    const again = { id: idIn(page), text: "Thanks, and why not?" };
    expect((await post(visitor, path, again)).status).toBe(303);
    expect((await post(visitor, path, again)).status).toBe(303);
    const item = (await boss.api("GET", `/admin/help-requests/${id}`)).body;
    expect(item).toMatchObject({ state: "open", number, messages: [{}, {}, { text: again.text }] });
    await vi.waitUntil(
      () => server.received.some(({ subject }) => subject === `They’ve written again (${number})`),
      {
        timeout: 20_000,
      },
    );
  } finally {
    await other.close();
  }
});

describe("the form", () => {
  it("is still there for people with an account when strangers have used up the day's requests", async () => {
    const other = await startApp();
    try {
      const person = await other.signUp();
      const send = async (who: Client) => {
        const fields = { id: randomUUID(), email: "eve@fans.example", subject: "Hi", text: "There" };
        return (await post(who, "/help/request", fields)).status;
      };
      expect(await send(other.visitor())).toBe(303);
      await other.platform.db.execute(
        sql`update rate_limits set points = 2000 where key like 'help.instance:%'`,
      );
      // After the first one that's refused, the process remembers it.
      for (let n = 0; n < 2; n++) expect(await send(other.visitor())).toBe(429);
      expect(await send(person)).toBe(303);
    } finally {
      await other.close();
    }
  });

  it("knows whoever is signed in, whatever address they send, and shows them the exchange", async () => {
    const person = await app.signUp();
    const form = (await person.call("GET", "/help/request?page=https://x.example/a")).body;
    expect(form).toContain(`value="${person.email}"`);
    expect(form).toContain("https://x.example/a");
    const fields = { id: idIn(form), email: "eve@fans.example", subject: "Hi", text: "There" };
    const thanks = (await post(person, "/help/request", fields)).headers.get("location") ?? "";
    const link =
      /href="(\/help\/request\/status\/[\w-]+)"/.exec((await person.call("GET", thanks)).body)?.[1] ?? "";
    expect((await open(link)).body).toContain("There");
    const number = /number=([0-9A-Z-]+)/.exec(thanks)?.[1];
    const [{ id, email }] = (await staff("GET", `?q=${number}`)).body.items;
    expect([email, (await staff("GET", `/${id}`)).body.account.id]).toEqual([person.email, person.id]);
    await staff("POST", `/${id}/answer`, { text: "Here", message_id: randomUUID() });
    const log = (await person.api("GET", "/audit")).body.items.map(({ what }: { what: string }) => what);
    expect(log).toContain(`Answered a request for help (${number})`);
  });

  it("speaks the browser's language, and keeps what was typed", async () => {
    const german = { "accept-language": "de-AT,de;q=0.9" };
    const { body } = await open("/help/request", german);
    expect(body).toContain('<html lang="de">');
    expect(body).toContain("Was ist passiert?");
    const typed = { email: "x", subject: "<script>alert(1)</script>", text: "Kaputt" };
    const answer = await post(app.visitor(), "/help/request", typed, german);
    expect(answer.status).toBe(400);
    expect(answer.body).toContain("Das sieht nicht nach einer E-Mail-Adresse aus.");
    expect(answer.body).toContain("Kaputt");
    expect(answer.body).not.toContain("<script>alert");
  });

  it("isn't sent from other sites, and shows no link that isn't one", async () => {
    const foreign = { origin: "https://evil.example" };
    const typed = { email: "a@fans.example", subject: "a", text: "a" };
    expect((await post(app.visitor(), "/help/request", typed, foreign)).status).toBe(403);
    const { body } = await open("/help/request/thanks?number=%3Cb%3E&follow=%22%3E%3Cscript%3E");
    expect(body).toContain("Open the form");
    expect(body).not.toContain("<script>");
  });
});

describe("a link to an exchange", () => {
  it("leads to no other one, and not to what isn't there", async () => {
    const { id } = await asked();
    const path = linkTo(id);
    const answer = await open(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("referrer-policy")).toBe("same-origin");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const wrong = [linkTo(randomUUID()), `${path}x`, "/help/request/status/%00", linkTo("x")];
    for (const one of [...wrong, `/help/request/status/${id}`]) {
      expect([one, (await open(one)).status]).toEqual([one, 404]);
      expect((await post(app.visitor(), one, { text: "Let me in" })).status).toBe(404);
    }
    expect((await post(app.visitor(), path, { text: "x" }, { origin: "https://evil.example" })).status).toBe(
      403,
    );
    expect((await post(app.visitor(), path, { text: " \0" })).body).toContain("Write something first.");
  });

  it("writes what was changed after going back, too, and fills up", async () => {
    const { id } = await asked();
    const path = linkTo(id);
    const message = { id: randomUUID(), text: "One" };
    await post(app.visitor(), path, message);
    await post(app.visitor(), path, { ...message, text: "Two" });
    const texts = (await staff("GET", `/${id}`)).body.messages.map(({ text }: { text: string }) => text);
    expect(texts).toEqual(["Where is my page?", "One", "Two"]);
    await app.platform.db.execute(
      sql`insert into help_messages (id, request_id, text, created_at, is_answer)
        select gen_random_uuid(), ${id}, 'x', now(), true from generate_series(1, 200)`,
    );
    const full = await post(app.visitor(), path, { text: "Three" });
    expect([full.status, full.body.includes("This exchange is full")]).toEqual([409, true]);
  });

  it("isn't tried endlessly", async () => {
    const one = { "x-forwarded-for": "203.0.113.77" };
    const statuses: number[] = [];
    for (let n = 0; n < 62; n++) statuses.push((await open("/help/request/status/guess", one)).status);
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });

  it("keeps the place of what waits, and gives a new one to what was answered", async () => {
    const { id } = await asked();
    const since = async () => (await staff("GET", `/${id}`)).body.waiting_since;
    const first = await since();
    app.clock.advance(60_000);
    await post(app.visitor(), linkTo(id), { text: "And also" });
    expect(await since()).toBe(first);
    await staff("POST", `/${id}/answer`, { text: "So", message_id: randomUUID() });
    await post(app.visitor(), linkTo(id), { text: "But" });
    expect((await since()) > first).toBe(true);
  });
});

describe("a request's number", () => {
  it("brings the link by e-mail, to its own address only, once an hour, and says the same to everyone", async () => {
    const { id, number, email } = await asked();
    await app.mailTo(email, /got your request/);
    // As after an hour: limits go by the real clock.
    await app.platform.db.execute(sql`delete from rate_limits`);
    const look = (fields: Record<string, string>) => post(app.visitor(), "/help/request/status", fields);
    const said = new Set<string>();
    for (const fields of [
      { number, email: "eve@fans.example" },
      { number: "H-0000-0000", email },
      { number: "\0", email: "<script>alert(1)</script>" },
      { number: number.toLowerCase().replaceAll("-", " "), email: ` ${email.toUpperCase()}` },
      { number, email },
    ]) {
      const { status, body } = await look(fields);
      expect(status).toBe(200);
      said.add(body);
    }
    expect(said.size).toBe(1);
    const mails = await app.mailsTo(email, /got your request/, 2);
    expect([mails.length, pathIn(mails[1]?.text ?? "")]).toEqual([2, expect.any(String)]);
    expect((await open(pathIn(mails[1]?.text ?? ""))).body).toContain("Where is my page?");
    const [{ n } = { n: 0 }] = await rowsOf<{ n: number }>(
      app.platform.db,
      sql`select count(*)::int as n from mails where data->>'id' = ${id} and template = 'help-requests.received'`,
    );
    expect(n).toBe(2);
  });

  it("can't be tried endlessly", async () => {
    const one = { "x-forwarded-for": "203.0.113.90" };
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++)
      statuses.push(
        (await post(app.visitor(), "/help/request/status", { number: "x", email: "x" }, one)).status,
      );
    expect(statuses.at(-1)).toBe(429);
  });
});
