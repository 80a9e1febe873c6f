import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { legalChanged } from "./signals.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());

beforeEach(async () => {
  const now = app.clock.now().toISOString();
  await app.platform.db.execute(sql`update sessions set proven_at = ${now} where user_id = ${founder.id}`);
});
/** Every test starts with the texts that come with Fanfare. */
afterEach(async () => {
  await app.platform.write(async (ctx) => {
    for (const table of ["legal_versions", "legal_drafts", "legal_consents"])
      await ctx.db.execute(sql`delete from ${sql.identifier(table)}`);
    await ctx.invalidate(legalChanged, {});
  });
});

const DAY = 86_400_000;
type Name = "terms" | "privacy" | "cookies";
const path = (name: Name, rest = "") => `/admin/legal-texts/${name}${rest}`;

interface Written {
  text?: string;
  spanish?: string;
  changed?: string;
  seen?: string | null;
}
async function write(
  name: Name,
  { text = "## Ours\n\nBe kind.", spanish = "", changed = "More kindness.", seen }: Written = {},
) {
  const known =
    seen === undefined ? ((await founder.api("GET", path(name))).body.draft?.updated_at ?? null) : seen;
  return founder.api("PUT", path(name, "/draft"), {
    texts: { en: text, es: spanish },
    summary: { en: changed, es: "" },
    seen: known,
  });
}

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY).toISOString();
const send = async (name: Name, notice: string, effective_at: string | null = null) => {
  const { draft } = (await founder.api("GET", path(name))).body;
  return founder.api("POST", path(name, "/publish"), {
    notice,
    effective_at,
    seen: draft?.updated_at ?? null,
  });
};
async function publish(
  name: Name,
  notice: string,
  { at = null, ...written }: Written & { at?: string | null } = {},
) {
  expect((await write(name, written)).status).toBe(200);
  const answer = await send(name, notice, at);
  expect(answer.status).toBe(200);
  return answer.body.number as number;
}
const read = async (url: string, headers: Record<string, string> = {}) =>
  (await app.visitor().call("GET", url, undefined, headers)).body as string;
const owed = async (who: Client) => (await who.api("GET", "/me/legal-texts")).body.items;
const stateOf = async (name: Name) =>
  (await founder.api("GET", "/admin/legal-texts")).body.items.find(
    (one: { name: string }) => one.name === name,
  );

describe("a legal text", () => {
  it("is written, looked at and published; the earlier ones stay readable with their dates", async () => {
    expect(await read("/terms-and-conditions")).toContain("What isn’t allowed");
    const { built_in, current } = (await founder.api("GET", path("terms"))).body;
    expect(built_in.en).toContain("## What isn’t allowed");
    expect(built_in.en).not.toMatch(/\{\{|\{%/);
    expect(current).toEqual({ number: 0, texts: built_in });
    await write("terms", { text: "## First\n\nBe kind." });
    expect(await read("/terms-and-conditions")).not.toContain("Be kind.");
    expect((await send("terms", "quiet")).body).toMatchObject({ number: 1, state: "current", is_told: true });
    expect(await publish("terms", "quiet", { text: "## Second\n\nBe kinder." })).toBe(2);
    expect(await read("/terms-and-conditions")).toContain("Be kinder.");
    expect(await read("/terms-and-conditions/versions/1")).toContain("Be kind.");
    expect(await read("/terms-and-conditions/versions/0")).toContain("What isn’t allowed");
    const list = await read("/terms-and-conditions/versions");
    expect(list).toContain("/terms-and-conditions/versions/2");
    expect(list).toContain("More kindness.");
    for (const odd of ["3", "-1", "01", "9999999", "x", "1/2", "%00"])
      expect((await app.visitor().call("GET", `/terms-and-conditions/versions/${odd}`)).status, odd).toBe(
        404,
      );
    expect((await founder.api("GET", path("terms", "/versions/1"))).body.texts.en).toBe(
      "## First\n\nBe kind.",
    );
    expect((await founder.api("GET", path("terms", "/versions/7"))).body.code).toBe(
      "LEGAL_VERSION_NOT_FOUND",
    );
    expect((await founder.api("GET", path("terms", "/versions/x"))).body.code).toBe(
      "LEGAL_VERSION_NOT_FOUND",
    );
    expect((await stateOf("terms")).versions.map(({ state }: { state: string }) => state)).toEqual([
      "current",
      "past",
    ]);
  });

  it("comes into force at its time, and until then its page says so", async () => {
    await publish("privacy", "tell", { text: "Later.", at: inDays(30) });
    const before = await read("/privacy-policy");
    expect(before).toContain("A new version takes effect on");
    expect(before).not.toContain("Later.");
    expect(await read("/privacy-policy/versions/1")).toContain("Read the version in force");
    app.clock.advance(31 * DAY);
    expect(await read("/privacy-policy")).toContain("Later.");
    app.clock.advance(-31 * DAY);
  });

  it("is in the reader's language where there is one, and in English elsewhere", async () => {
    await publish("terms", "quiet", { text: "Hello.", spanish: "Hola." });
    const spanish = { "accept-language": "es-MX,es;q=0.9" };
    expect(await read("/terms-and-conditions", spanish)).toMatch(/<html lang="es">.*Términos.*Hola\./s);
    expect(await read("/terms-and-conditions")).toContain("Hello.");
    expect(await read("/terms-and-conditions?lang=es")).toContain("Hola.");
    await publish("terms", "quiet", { text: "Only English." });
    expect(await read("/terms-and-conditions", spanish)).toContain('<div lang="en"><p>Only English.');
  });

  it("is text, whatever staff write", async () => {
    const text = [
      "<script>alert(1)</script><img src=x onerror=alert(1)>",
      "[go](javascript:alert(1)) [data](data:text/html,x) [other](//evil.example) [fine](https://example.com/?a=1&b=2)",
      "![pixel](https://evil.example/p.gif) `<b>` {{ instanceName }} {% if true %}",
      "[a](java\tscript:alert(1)) <javascript:alert(1)> [b][c]\n\n[c]: javascript:alert(1)",
      "# Big\n\n{{ cookies }}",
    ].join("\n\n");
    const { html } = (await founder.api("POST", "/admin/legal-texts/preview", { text })).body;
    expect(html).not.toMatch(/<script|<img|href="(?:javascript|data|\/\/)/i);
    expect(html).toContain("&#60;script&#62;");
    expect(html).toContain('<a href="https://example.com/?a=1&#38;b=2" rel="noopener">fine</a>');
    expect(html).toContain("{{ instanceName }} {% if true %}");
    expect(html).toContain("<h2>Big</h2>");
    expect(html).toContain('<dl class="entries">');
    await publish("cookies", "quiet", { text });
    expect(await read("/cookie-policy")).not.toMatch(/<script>alert|onerror=alert\(1\)>/);
  });

  it("isn't published empty, unexplained, in the past, or other than it was looked at", async () => {
    expect((await send("terms", "tell")).body.code).toBe("LEGAL_DRAFT_MISSING");
    expect((await founder.api("DELETE", path("terms", "/draft"))).body.code).toBe("LEGAL_DRAFT_MISSING");
    await write("terms", { text: " \u0000\u200b " });
    expect((await send("terms", "tell")).body.code).toBe("LEGAL_TEXT_EMPTY");
    await write("terms", { changed: " " });
    expect((await send("terms", "tell")).body.code).toBe("LEGAL_SUMMARY_MISSING");
    for (const day of [inDays(-1), inDays(400)])
      expect((await write("terms")).status && (await send("terms", "tell", day)).body.code).toBe(
        "LEGAL_DATE_WRONG",
      );
    expect((await write("terms", { seen: null })).body.code).toBe("CHANGED_MEANWHILE");
    const stale = { notice: "tell", effective_at: null, seen: "2020-01-01T00:00:00.000Z" };
    expect((await founder.api("POST", path("terms", "/publish"), stale)).body.code).toBe("CHANGED_MEANWHILE");
    await app.platform.db.execute(
      sql`update sessions set proven_at = '2020-01-01' where user_id = ${founder.id}`,
    );
    expect((await send("terms", "tell")).body.code).toBe("REAUTHENTICATION_REQUIRED");
    const stored = (await stateOf("terms")).draft;
    for (const seen of [null, stale.seen])
      expect((await founder.api("DELETE", path("terms", "/draft"), { seen })).body.code).toBe(
        "CHANGED_MEANWHILE",
      );
    expect((await stateOf("terms")).draft).toEqual(stored);
    expect((await founder.api("DELETE", path("terms", "/draft"))).body).toEqual({ name: "terms" });
    expect((await stateOf("terms")).draft).toBeNull();
  });

  it("is published once, however often it's pressed", async () => {
    await write("terms");
    const both = await Promise.all([send("terms", "quiet"), send("terms", "quiet")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await stateOf("terms")).versions).toHaveLength(1);
  });

  it("says in the activity log who wrote and published it", async () => {
    await publish("terms", "quiet");
    await write("privacy");
    await founder.api("DELETE", path("privacy", "/draft"));
    const names = (await eventsOf(app)).map(({ name }) => name);
    for (const name of ["legal.draft_saved", "legal.published", "legal.draft_discarded"])
      expect(names).toContain(name);
  });
});

describe("agreeing", () => {
  it("signing up agrees to what's in force, with its version and time, once", async () => {
    await publish("terms", "tell");
    const person = await app.signUp();
    const rows = () =>
      rowsOf<{ name: string; version: number; how: string }>(
        app.platform.db,
        sql`select name, version, how from legal_consents where user_id = ${person.id} order by name`,
      );
    await expect.poll(rows).toEqual([
      { name: "privacy", version: 0, how: "sign_up" },
      { name: "terms", version: 1, how: "sign_up" },
    ]);
    // What signing up agrees to is part of “Created the account”.
    expect((await eventsOf(app, person.id)).map(({ name }) => name)).not.toContain("legal.agreed");
  });

  it("is asked again once a version takes effect that people have to agree to, and counts", async () => {
    const [ann, bob] = [await app.signUp(), await app.signUp()];
    const number = await publish("terms", "agree", { at: inDays(30) });
    expect(await owed(ann)).toEqual([]);
    app.clock.advance(31 * DAY);
    const late = await app.signUp();
    for (const person of [ann, bob, late])
      await app.platform.db.execute(
        sql`update sessions set expires_at = now() + interval '1 year' where user_id = ${person.id}`,
      );
    // The database's clock isn't the test's.
    await app.platform.db.execute(sql`update users set created_at = ${inDays(0)} where id = ${late.id}`);
    expect(await owed(late)).toEqual([]);
    const items = await owed(ann);
    expect(items).toMatchObject([{ name: "terms", version: number, summary: { en: "More kindness." } }]);
    // Their pages and everything else go on.
    expect((await ann.api("GET", "/profiles")).status).toBe(200);
    const [{ name, version }] = items;
    const agree = () => ann.api("POST", "/me/legal-texts/agree", { items: [{ name, version }] });
    const both = await Promise.all([agree(), agree()]);
    expect(both.map(({ body }) => body.items)).toEqual([[], []]);
    expect(await owed(ann)).toEqual([]);
    expect(await owed(bob)).toHaveLength(1);
    const asked = (await eventsOf(app, ann.id)).filter(({ name }) => name === "legal.agreed");
    expect(asked).toHaveLength(1);
    const { people, of } = (await stateOf("terms")).versions[0].agreed;
    expect({ people, isAll: people === of }).toEqual({ people: 1, isAll: false });
    app.clock.advance(-31 * DAY);
  });

  it("a newer version that only tells people still takes their agreement to the one before", async () => {
    const person = await app.signUp();
    await publish("terms", "agree");
    const number = await publish("terms", "tell", { text: "Newer." });
    expect(await owed(person)).toMatchObject([{ version: number }]);
    const old = { items: [{ name: "terms", version: number - 1 }] };
    expect((await person.api("POST", "/me/legal-texts/agree", old)).body.code).toBe("LEGAL_VERSION_REPLACED");
    await person.api("POST", "/me/legal-texts/agree", { items: [{ name: "terms", version: number }] });
    expect(await owed(person)).toEqual([]);
  });

  it("isn't asked for a version that a newer one replaced before its time", async () => {
    const person = await app.signUp();
    await publish("terms", "agree", { at: inDays(20) });
    await publish("terms", "quiet", { at: inDays(10), text: "Never mind." });
    expect((await stateOf("terms")).versions.map(({ state }: { state: string }) => state)).toEqual([
      "upcoming",
      "replaced",
    ]);
    app.clock.advance(25 * DAY);
    await app.platform.db.execute(
      sql`update sessions set expires_at = now() + interval '1 year' where user_id = ${person.id}`,
    );
    expect(await owed(person)).toEqual([]);
    app.clock.advance(-25 * DAY);
  });
});
