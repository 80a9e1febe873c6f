// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { purgeOldRequests } from "./retention.ts";

let app: TestApp;
let founder: Client;
let support: Client;

beforeAll(async () => {
  app = await startApp({ SUPPORT_ADDRESS: "desk@help.example" });
  founder = await app.signUp({ name: "Fay" });
  support = await app.signUp({ name: "Sue" });
  await app.platform.db.execute(sql`update users set role = 'support' where id = ${support.id}`);
});
afterAll(() => app?.close());
afterEach(() => app.clock.set(new Date()));

/** Each from a network of its own, because one may not ask endlessly. */
let last = 0;
const from = () => ({ "x-forwarded-for": `198.${++last % 250}.${Math.floor(last / 250)}.9` });
const ask = (more: object = {}, headers: Record<string, string> = from()) =>
  app
    .visitor()
    .call(
      "POST",
      "/api/v1/help-requests",
      { email: `${randomUUID()}@fans.example`, subject: "Lost", text: "Where is my page?", ...more },
      headers,
    );
const staff = (who: Client, method: string, path: string, body?: object) =>
  who.api(method, `/admin/help-requests${path}`, body);
async function asked(more: object = {}): Promise<{ id: string; number: string; email: string }> {
  const email = `${randomUUID()}@fans.example`;
  const { number } = (await ask({ email, ...more })).body;
  const [{ id }] = (await staff(founder, "GET", `?q=${number}`)).body.items;
  return { id, number, email };
}
const answer = (who: Client, id: string, more: object = {}) =>
  staff(who, "POST", `/${id}/answer`, { text: "Look under Pages.", message_id: randomUUID(), ...more });
const detail = async (id: string) => (await staff(founder, "GET", `/${id}`)).body;

describe("a request for help", () => {
  it("reaches everyone in charge and the support address by e-mail, and staff behind their bell", async () => {
    const { id, number } = await asked({
      subject: "My <b>page</b>",
      text: "It’s\n<script>alert(1)</script> gone\0",
    });
    for (const to of [founder.email, support.email, "desk@help.example"]) {
      const { subject, text } = await app.mailTo(to, new RegExp(number));
      expect(subject).toBe(`Request for help (${number})`);
      expect(text).toContain("My <b>page</b>");
      expect(text).toContain(`/admin/requests?request=${id}`);
    }
    for (const who of [founder, support])
      await expect
        .poll(
          async () =>
            (await who.api("GET", "/notifications")).body.items.map(({ kind }: { kind: string }) => kind),
          {
            timeout: 20_000,
          },
        )
        .toContain("help_request");
    const { messages, account, same_address } = await detail(id);
    expect(messages).toMatchObject([{ is_answer: false, text: "It’s\n<script>alert(1)</script> gone" }]);
    expect([account, same_address]).toEqual([null, null]);
    expect((await eventsOf(app, id)).map(({ name }) => name)).toEqual(["help.requested"]);
  });

  it("needs an address, a subject and a text", async () => {
    const wrong: [object, string][] = [
      [{ email: " " }, "EMAIL_MISSING"],
      [{ email: "nobody" }, "EMAIL_INVALID"],
      [{ subject: "\u200b \n" }, "SUBJECT_MISSING"],
      [{ text: "\0" }, "TEXT_MISSING"],
    ];
    for (const [fields, code] of wrong) expect((await ask(fields)).body).toMatchObject({ code });
  });

  it("that’s sent twice is one; with other words it’s another; and a program’s is none", async () => {
    const sent = { id: randomUUID(), email: "twice@fans.example", subject: "Twice" };
    const [{ body: one }, { body: same }] = [await ask(sent), await ask(sent)];
    expect(same).toEqual(one);
    const other = (await ask({ ...sent, text: "And one more thing" })).body;
    expect(other.number).not.toBe(one.number);
    expect((await ask({ ...sent, text: "Buy!", website: "https://spam.example" })).status).toBe(201);
    expect((await staff(support, "GET", "?q=twice@fans.example")).body.items).toHaveLength(2);
  });

  it("that takes an id which others take at the same moment gets another one", async () => {
    const sent = { id: randomUUID(), email: "crowd@fans.example" };
    const answers = await Promise.all(["one", "two", "three", "three"].map((text) => ask({ ...sent, text })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const { items } = (await staff(support, "GET", "?q=crowd@fans.example")).body;
    expect(items.map(({ number }: { number: string }) => number).sort()).toEqual(
      [...new Set(answers.map(({ body }) => body.number))].sort(),
    );
  });

  it("can't be used to fill somebody’s inbox, and what they get says nothing that a stranger wrote", async () => {
    const email = "victim@fans.example";
    for (let n = 0; n < 4; n++)
      await ask({ email, subject: `Buy pills ${n}`, text: `https://pills.example ${n}` });
    const { number } = (await ask({ email: "probe@fans.example" })).body;
    await app.mailTo("probe@fans.example", new RegExp(number));
    const [mail, ...more] = await app.mailsTo(email, /./, 1);
    expect(more).toEqual([]);
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/pills/i);
    expect(mail?.text).toContain("If it wasn’t you, ignore this e-mail");
  });

  it("is limited by network and by address", async () => {
    const one = from();
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push((await ask({}, one)).status);
    expect(statuses).toEqual([...Array(10).fill(201), 429]);
    const typed: number[] = [];
    for (let n = 0; n < 21; n++) typed.push((await ask({ email: "same@fans.example", text: `${n}` })).status);
    expect(typed).toEqual([...Array(20).fill(201), 429]);
  });
});

describe("the queue", () => {
  it("has Premium accounts' first, then whoever has waited longest (§8)", async () => {
    await app.platform.db.execute(sql`delete from help_requests`);
    const payer = await app.signUp();
    const grant = { kind: "premium_units", reason: "A friend" };
    expect((await founder.api("POST", `/admin/users/${payer.id}/grants`, grant)).status).toBe(201);
    const old = await asked({ subject: "old" });
    app.clock.advance(60_000);
    const newer = await asked({ subject: "newer" });
    app.clock.advance(60_000);
    const premium = await asked({ email: payer.email, subject: "premium" });
    const numbers = async (query = "") =>
      (await staff(support, "GET", query)).body.items.map(({ number }: { number: string }) => number);
    expect(await numbers()).toEqual([premium.number, old.number, newer.number]);
    const { is_premium, account, same_address } = await detail(premium.id);
    expect([is_premium, account, same_address?.id]).toEqual([true, null, payer.id]);
    await staff(support, "POST", `/${old.id}/claim`, {});
    expect(await numbers("?assignee=me")).toEqual([old.number]);
    expect(await numbers("?assignee=nobody")).toEqual([premium.number, newer.number]);
    await answer(support, old.id);
    expect(await numbers()).toEqual([premium.number, newer.number]);
    expect(await numbers("?state=waiting")).toEqual([old.number]);
    await staff(support, "POST", `/${newer.id}/close`);
    expect(await numbers("?state=closed")).toEqual([newer.number]);
    expect(await numbers("?state=all")).toHaveLength(3);
  });

  it("is searched by number, address and words, in every state", async () => {
    const { number, email, id } = await asked({ subject: "Çedilla", text: "A walrus sat on my QR code" });
    await staff(support, "POST", `/${id}/close`);
    const small = number.toLowerCase().replaceAll("-", " ");
    for (const q of [number, small, number.slice(2), email.slice(0, 12), "cedilla", "WALRUS sat"])
      expect([q, (await staff(support, "GET", `?q=${encodeURIComponent(q)}`)).body.items[0]?.id]).toEqual([
        q,
        id,
      ]);
    for (const q of ["walrus%00%25", "x".repeat(200), "%F0%9F%A6%AD"])
      expect((await staff(support, "GET", `?q=${q}`)).body.items).toEqual([]);
    expect((await staff(support, "GET", "?q=walrus&state=open")).body.items).toEqual([]);
    expect((await staff(support, "GET", "?cursor=x")).body.code).toBe("CURSOR_INVALID");
  });

  it("doesn't exist for anyone else", async () => {
    const { id } = await asked();
    const others = await Promise.all(
      ["moderator", "finance", "user"].map(async (role) => {
        const other = await app.signUp();
        await app.platform.db.execute(sql`update users set role = ${role} where id = ${other.id}`);
        return other;
      }),
    );
    for (const [who, status] of [
      ...others.map((one) => [one, 404] as const),
      [app.visitor(), 401] as const,
    ]) {
      expect((await staff(who, "GET", "")).status).toBe(status);
      expect((await staff(who, "GET", `/${id}`)).status).toBe(status);
      expect((await answer(who, id)).status).toBe(status);
    }
    for (const made of ["x", randomUUID(), "%00"])
      expect((await staff(support, "GET", `/${made}`)).body.code).toBe("REQUEST_NOT_FOUND");
  });
});

describe("an answer", () => {
  it("is one e-mail, however often it's sent, and scripts in it are text", async () => {
    const { id, email, number } = await asked();
    const sent = { message_id: randomUUID(), text: "Use <script>\nlike this" };
    const both = await Promise.all([answer(support, id, sent), answer(support, id, sent)]);
    expect(both.map(({ body }) => body)).toEqual([{ state: "waiting" }, { state: "waiting" }]);
    const [mail, ...more] = await app.mailsTo(email, /answer/, 1);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Our answer to your request (${number})`);
    expect(mail?.text).toContain("Use <script>");
    const { messages, assignee } = await detail(id);
    expect(messages).toHaveLength(2);
    expect(messages[1]).toMatchObject({ is_answer: true, author: { name: "Sue" }, text: sent.text });
    expect(assignee).toMatchObject({ id: support.id });
    expect((await eventsOf(app, id)).map(({ name }) => name)).toEqual(["help.requested", "help.answered"]);
  });

  it("isn't sent empty, to a request of a colleague, or before what was written meanwhile is read", async () => {
    const { id } = await asked();
    expect((await answer(support, id, { text: " \0" })).body.code).toBe("MESSAGE_MISSING");
    const old = (await detail(id)).messages[0].id;
    expect((await answer(support, id, { last_message_id: randomUUID() })).body.code).toBe("REQUEST_CHANGED");
    expect((await staff(founder, "POST", `/${id}/claim`, {})).status).toBe(200);
    expect((await answer(support, id, { last_message_id: old })).body.code).toBe("REQUEST_TAKEN");
    expect((await staff(support, "POST", `/${id}/claim`, {})).body.code).toBe("REQUEST_TAKEN");
    expect((await staff(support, "POST", `/${id}/release`)).body.code).toBe("REQUEST_TAKEN");
    expect((await staff(support, "POST", `/${id}/close`)).body.code).toBe("REQUEST_TAKEN");
    expect((await staff(support, "POST", `/${id}/claim`, { take_over: true })).body).toMatchObject({
      assignee: { name: "Sue" },
    });
    expect((await answer(support, id, { last_message_id: old, closes: true })).body).toEqual({
      state: "closed",
    });
    expect((await staff(support, "POST", `/${id}/release`)).body).toEqual({ released: true });
    expect((await staff(support, "POST", `/${id}/release`)).body).toEqual({ released: false });
  });

  it("follows an earlier one that its author has read, but nothing that the person wrote after that", async () => {
    const { id } = await asked();
    const newest = async () => (await detail(id)).messages.at(-1);
    expect((await answer(support, id, { last_message_id: (await newest()).id })).status).toBe(200);
    const first = await newest();
    expect(first.is_answer).toBe(true);
    expect((await answer(support, id, { last_message_id: first.id })).status).toBe(200);
    const read = (await newest()).id;
    await app.platform.db.execute(sql`insert into help_messages (id, request_id, text, is_answer, created_at)
      values (gen_random_uuid(), ${id}, 'Wait', false, now() + interval '1 second')`);
    expect((await answer(support, id, { last_message_id: read })).body.code).toBe("REQUEST_CHANGED");
    const { messages } = await detail((await asked()).id);
    expect((await answer(support, id, { last_message_id: messages[0].id })).body.code).toBe(
      "REQUEST_CHANGED",
    );
  });

  it("says so if its e-mail didn't get through", async () => {
    const { id, email } = await asked();
    await answer(support, id);
    await app.mailTo(email, /answer/);
    const states = async () =>
      (await detail(id)).messages.map(({ has_failed }: { has_failed: boolean }) => has_failed);
    expect(await states()).toEqual([false, false]);
    await app.platform.db.execute(
      sql`update mails set state = 'failed' where recipient = ${email} and template = 'help-requests.answer'`,
    );
    expect(await states()).toEqual([false, true]);
  });

  it("of 200 messages is the last", async () => {
    const { id } = await asked();
    const insert = (table: string) =>
      app.platform.db.execute(
        sql`insert into ${sql.raw(table)} (id, request_id, text, created_at ${sql.raw(table === "help_messages" ? ", is_answer" : "")})
          select gen_random_uuid(), ${id}, 'x', now() ${sql.raw(table === "help_messages" ? ", true" : "")} from generate_series(1, 200)`,
      );
    await insert("help_messages");
    expect((await answer(support, id)).body.code).toBe("REQUEST_FULL");
    await insert("help_notes");
    const note = { text: "x", message_id: randomUUID() };
    expect((await staff(support, "POST", `/${id}/notes`, note)).body.code).toBe("REQUEST_FULL");
  });
});

describe("a request in hand", () => {
  it("has notes of staff, who see who wrote them, once", async () => {
    const { id } = await asked();
    const note = { text: "Checked the logs", message_id: randomUUID() };
    for (let n = 0; n < 2; n++)
      expect((await staff(support, "POST", `/${id}/notes`, note)).body).toEqual({ id: note.message_id });
    expect((await staff(support, "POST", `/${id}/notes`, { ...note, text: " " })).status).toBe(200);
    const empty = { text: " ", message_id: randomUUID() };
    expect((await staff(support, "POST", `/${id}/notes`, empty)).body.code).toBe("MESSAGE_MISSING");
    expect((await detail(id)).notes).toMatchObject([{ text: "Checked the logs", author: { name: "Sue" } }]);
  });

  it("is closed and reopened, and says so in the log", async () => {
    const { id } = await asked();
    expect((await staff(support, "POST", `/${id}/reopen`)).body.code).toBe("REQUEST_OPEN");
    expect((await staff(support, "POST", `/${id}/close`)).body).toEqual({ state: "closed" });
    expect((await staff(support, "POST", `/${id}/close`)).body.code).toBe("REQUEST_CLOSED");
    expect((await staff(support, "POST", `/${id}/reopen`)).body).toEqual({ state: "open" });
    const missing = randomUUID();
    const made = { text: "x", message_id: randomUUID() };
    for (const [verb, body] of Object.entries({
      claim: {},
      release: {},
      close: {},
      reopen: {},
      notes: made,
      answer: made,
    }))
      expect((await staff(support, "POST", `/${missing}/${verb}`, body)).body.code).toBe("REQUEST_NOT_FOUND");
    expect((await eventsOf(app, id)).map(({ name }) => name)).toEqual([
      "help.requested",
      "help.closed",
      "help.reopened",
    ]);
  });

  it("shows earlier ones of the same account or address", async () => {
    const first = await asked({ subject: "First" });
    const second = await asked({ email: first.email, subject: "Second" });
    expect((await detail(second.id)).others).toMatchObject([{ id: first.id, subject: "First" }]);
  });

  it("is kept for a year after the last message, and as long as it's open", async () => {
    const [open, closed] = [await asked(), await asked()];
    await staff(support, "POST", `/${closed.id}/notes`, { text: "x", message_id: randomUUID() });
    await staff(support, "POST", `/${closed.id}/close`);
    app.clock.advance(364 * DAY_MS);
    await purgeOldRequests(app.platform);
    expect((await detail(closed.id)).state).toBe("closed");
    app.clock.advance(2 * DAY_MS);
    await purgeOldRequests(app.platform);
    expect((await detail(closed.id)).code).toBe("REQUEST_NOT_FOUND");
    expect((await detail(open.id)).state).toBe("open");
  });
});
