// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { BUILT_IN } from "./built-in-rules.ts";
import { TEMPLATES_MAX, unknownPlaceholder } from "./template-rules.ts";

let app: TestApp;
let founder: Client;
let moderator: Client;
let support: Client;

async function hire(role: string): Promise<Client> {
  const client = await app.signUp({ name: `Max ${role}` });
  await app.platform.db.execute(sql`update users set role = ${role} where id = ${client.id}`);
  return client;
}

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
  [moderator, support] = [await hire("moderator"), await hire("support")];
});
afterAll(() => app?.close());

const parts = (more: object = {}) => ({
  kind: "statement",
  name: "Counterfeits",
  texts: { en: "On {date} /{page} sold fakes: {reason}", es: "El {date} /{page} vendía copias: {reason}" },
  decisions: ["hide_page"],
  reasons: ["scam"],
  version: 0,
  ...more,
});
const save = (more: object = {}, id: string = randomUUID(), who: Client = moderator) =>
  who.api("PUT", `/admin/reply-templates/${id}`, parts(more));
const list = async (): Promise<{ id: string; name: string; version: number }[]> =>
  (await moderator.api("GET", "/admin/reply-templates")).body.items;

let last = 0;
async function reportedPage(reason: string) {
  const owner = await app.signUp();
  const { username } = (await owner.api("POST", "/profiles", { name: `Page${randomUUID().slice(0, 8)}` }))
    .body;
  const body = { username, reason, details: "x" };
  const from = { "x-forwarded-for": `198.${++last}.101.7` };
  await app.visitor().call("POST", "/api/v1/reports", body, from);
  const { items } = (await founder.api("GET", `/admin/cases?q=${username}`)).body;
  return { owner, username, id: items[0].id };
}

describe("a template", () => {
  it("is kept with who changed it and when, and removed, each in the activity log", async () => {
    const id = randomUUID();
    const saved = (await save({}, id)).body;
    expect(saved).toMatchObject({
      id,
      name: "Counterfeits",
      version: 1,
      by: "Max moderator",
      is_built_in: false,
    });
    const changed = (await save({ name: "Fakes", version: 1 }, id, founder)).body;
    expect(changed).toMatchObject({ name: "Fakes", version: 2, by: "Fay Founder" });
    expect((await list()).find((one) => one.id === id)).toEqual(changed);
    expect((await moderator.api("DELETE", `/admin/reply-templates/${id}`)).body).toEqual({ id });
    expect((await list()).some((one) => one.id === id)).toBe(false);
    const names = (await eventsOf(app, id)).map(({ name }) => name);
    expect(names).toEqual(["reply_template.saved", "reply_template.saved", "reply_template.removed"]);
  });

  it("isn't saved over what a colleague changed meanwhile, and sent twice it's saved once", async () => {
    const id = randomUUID();
    const both = await Promise.all([save({}, id), save({}, id)]);
    expect(both.map(({ status, body }) => [status, body.version])).toEqual([
      [200, 1],
      [200, 1],
    ]);
    expect((await save({ name: "Hers", version: 1 }, id, founder)).status).toBe(200);
    const late = await save({ name: "His", version: 1 }, id);
    expect([late.status, late.body.code]).toEqual([409, "TEMPLATE_CHANGED"]);
    expect((await list()).find((one) => one.id === id)).toMatchObject({ name: "Hers", version: 2 });
    await moderator.api("DELETE", `/admin/reply-templates/${id}`);
    expect((await save({ version: 2 }, id)).body.code).toBe("TEMPLATE_CHANGED");
  });

  it("isn't removed once a colleague has changed it, unless it's to go in any version", async () => {
    const id = randomUUID();
    await save({}, id);
    await save({ name: "Hers", version: 1 }, id, founder);
    const remove = (version?: unknown) =>
      moderator.api(
        "DELETE",
        `/admin/reply-templates/${id}`,
        version === undefined ? undefined : { version },
      );
    expect((await remove(1)).body.code).toBe("TEMPLATE_CHANGED");
    expect((await list()).find((one) => one.id === id)).toMatchObject({ name: "Hers" });
    for (const odd of [0, -1, 1.5, "1", null, 9e99, [1]])
      expect((await remove(odd)).status, String(odd)).toBe(400);
    const twice = await Promise.all([remove(2), remove(2)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 404]);
    await save({}, id);
    expect((await remove()).status).toBe(200);
  });

  it("keeps what it's for, and so the limits and placeholders of that", async () => {
    const id = randomUUID();
    const [builtIn] = BUILT_IN.filter(({ kind }) => kind === "statement");
    if (!builtIn) throw new Error("There are built-in statements.");
    await save({}, id);
    for (const [version, of] of [
      [1, id],
      [0, builtIn.id],
    ] as const) {
      const answer = (en: string) => save({ kind: "help", version, texts: { en, es: "" } }, of);
      expect((await answer("About {subject}")).body.code).toBe("PLACEHOLDER_UNKNOWN");
      expect((await answer("x".repeat(2000))).body.code).toBe("TEMPLATE_TOO_LONG");
      expect((await answer("About {page}")).body).toMatchObject({ kind: "statement", version: version + 1 });
      await moderator.api("DELETE", `/admin/reply-templates/${of}`);
    }
  });

  it("has a name, a text that fits, and only placeholders that exist", async () => {
    const code = async (more: object) => (await save(more)).body.code;
    expect(await code({ name: " \u0000 " })).toBe("TEMPLATE_NAME_MISSING");
    expect(await code({ texts: { en: " ", es: "" } })).toBe("TEMPLATE_TEXT_MISSING");
    expect(await code({ texts: { en: "x".repeat(401), es: "" } })).toBe("TEMPLATE_TOO_LONG");
    for (const en of ["{who}", "{ page }", "{Page}", "{}", "{subject}", "ok {page} {0}"])
      expect(await code({ texts: { en, es: "" } }), en).toBe("PLACEHOLDER_UNKNOWN");
    expect(await code({ texts: { en: "", es: "{constructor}" } })).toBe("PLACEHOLDER_UNKNOWN");
    expect((await save({}, "x")).body.code).toBe("TEMPLATE_NOT_FOUND");
    const { body } = await moderator.api("DELETE", `/admin/reply-templates/${randomUUID()}`);
    expect(body.code).toBe("TEMPLATE_NOT_FOUND");
    const answer = { kind: "help", texts: { en: `{subject} {number} ${"x".repeat(2900)}`, es: "" } };
    expect((await save(answer)).status).toBe(200);
  });

  it("that's built in can be changed, and is back once the change is removed", async () => {
    const [first] = BUILT_IN;
    if (!first) throw new Error("There are built-in texts.");
    expect((await list()).filter(({ version }) => version === 0)).toHaveLength(BUILT_IN.length);
    const changed = await save({ name: "Ours", reasons: ["spam"] }, first.id);
    expect(changed.body).toMatchObject({ is_built_in: true, version: 1 });
    expect((await list()).filter(({ id }) => id === first.id)).toMatchObject([{ name: "Ours" }]);
    await moderator.api("DELETE", `/admin/reply-templates/${first.id}`);
    expect((await list()).filter(({ id }) => id === first.id)).toMatchObject([
      { name: first.name, version: 0 },
    ]);
  });

  it("that's built in breaks none of the rules for what staff write", () => {
    const texts = BUILT_IN.flatMap(({ kind, texts }) => [texts.en, texts.es].map((text) => ({ kind, text })));
    expect(texts.filter(({ kind, text }) => unknownPlaceholder(kind, text) || text.length > 400)).toEqual([]);
  });

  it("outlives the account of whoever changed it", async () => {
    const leaver = await hire("moderator");
    const id = randomUUID();
    await save({}, id, leaver);
    await app.platform.db.execute(sql`delete from users where id = ${leaver.id}`);
    expect((await list()).find((one) => one.id === id)).toMatchObject({ by: null, version: 1 });
  });

  it("is one of as many as there can be", async () => {
    await app.platform.db.execute(sql`insert into reply_templates (id, kind, name, texts, decisions, reasons, version, updated_at)
      select gen_random_uuid(), 'help', 'x', '{"en":"x","es":""}', '[]', '[]', 1, now() from generate_series(1, ${TEMPLATES_MAX}::int)`);
    expect((await save()).body.code).toBe("TEMPLATES_TOO_MANY");
    await app.platform.db.execute(sql`delete from reply_templates`);
  });
});

describe("inserting a template", () => {
  it("puts the page, the reason and the day in, in the owner's language, with those that fit first", async () => {
    await save({ name: "A last one", reasons: [] });
    const id = randomUUID();
    await save({ name: "Z fits", reasons: ["hate"] }, id);
    const { owner, username, id: caseId } = await reportedPage("hate");
    await app.platform.db.execute(sql`update users set language = 'es' where id = ${owner.id}`);
    const { body } = await moderator.api("GET", `/admin/cases/${caseId}/templates`);
    expect(body.language).toBe("es");
    expect(body.items.slice(0, 2).map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(["Z fits", "Hate or violence"]),
    );
    const { texts } = body.items.find((one: { id: string }) => one.id === id);
    expect(texts.en).toMatch(new RegExp(`^On \\w+ \\d+, \\d{4} /${username} sold fakes: Hate or violence$`));
    expect(texts.es).toMatch(
      new RegExp(`^El \\d+ de \\w+ de \\d{4} /${username} vendía copias: Odio o violencia$`),
    );
    expect((await moderator.api("GET", `/admin/cases/${randomUUID()}/templates`)).body.code).toBe(
      "CASE_NOT_FOUND",
    );
  });

  it("into a decision leaves what was sent as it is when the template changes or goes", async () => {
    const id = randomUUID();
    await save({ texts: { en: "/{page} sells fakes", es: "" } }, id);
    const { username, id: caseId } = await reportedPage("scam");
    const { items } = (await moderator.api("GET", `/admin/cases/${caseId}/templates`)).body;
    const facts = items.find((one: { id: string }) => one.id === id).texts.en;
    await moderator.api("POST", `/admin/cases/${caseId}/decide`, {
      decision: "hide_page",
      facts,
      ground: "terms",
    });
    await moderator.api("DELETE", `/admin/reply-templates/${id}`);
    expect((await moderator.api("GET", `/admin/cases/${caseId}`)).body.facts).toBe(
      `/${username} sells fakes`,
    );
  });

  it("into an answer is for support, who don't change templates", async () => {
    await save({
      kind: "help",
      name: "Solved?",
      texts: { en: "“{subject}” ({number}) is solved, {x-y", es: "" },
    });
    const subject = "A {page} & <b>, {date}";
    const body = { email: "ann@help.example", subject, text: "Help!" };
    const { number } = (await app.visitor().call("POST", "/api/v1/help-requests", body)).body;
    const [{ id }] = (await support.api("GET", `/admin/help-requests?q=${number}`)).body.items;
    const { items } = (await support.api("GET", `/admin/help-requests/${id}/templates`)).body;
    const mine = items.find(({ name }: { name: string }) => name === "Solved?");
    expect(mine.texts.en).toBe(`“${subject}” (${number}) is solved, {x-y`);
    expect(items.some(({ name }: { name: string }) => name === "Spam")).toBe(false);
    expect((await support.api("GET", "/admin/reply-templates")).status).toBe(404);
    expect((await save({}, randomUUID(), support)).status).toBe(404);
    const gone = await support.api("GET", `/admin/help-requests/${randomUUID()}/templates`);
    expect(gone.body.code).toBe("REQUEST_NOT_FOUND");
  });
});
