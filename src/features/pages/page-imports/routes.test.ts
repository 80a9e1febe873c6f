// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { CSV_FILES } from "#test/harness/page-fixtures.ts";
import { type PageServer, startPageServer } from "#test/harness/page-server.ts";
import { purgePageImports } from "./page-imports.ts";

let app: TestApp;
let server: PageServer;
let owner: Client;
let stranger: Client;

beforeAll(async () => {
  server = await startPageServer();
  app = await startApp({ OUTBOUND_ALLOW: "127.0.0.1" });
  stranger = await app.signUp();
});
afterAll(async () => {
  await app?.close();
  server?.close();
});
beforeEach(async () => {
  owner = await app.signUp();
});

const read = (path: string) => owner.api("POST", "/page-imports", { url: server.origin + path });

function readFile(content: string | Uint8Array<ArrayBuffer>, name = "file") {
  const form = new FormData();
  form.set("file", new File([content], name));
  return owner.api("POST", "/page-imports/file", form);
}

const apply = (id: string, fields: object = {}) =>
  owner.api("POST", `/page-imports/${id}/apply`, { is_mine: true, profile_id: null, ...fields });
const linksOf = async (profileId: string) =>
  (await owner.api("GET", `/profiles/${profileId}/links`)).body.items;
const addProfile = async () =>
  (await owner.api("POST", "/profiles", { name: `P${randomUUID().slice(0, 8)}` })).body;

describe("reading a page", () => {
  it("keeps nothing of it but what was found, for its account, for a day", async () => {
    const { status, body } = await read("/moved");
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({
      service: { key: "other", confidence: "best_effort" },
      address: `${server.origin}/links`,
      name: "Mia",
      items: [
        { key: "1", title: "A", url: "https://a.example" },
        { key: "2", title: "B", url: "https://b.example/?utm_source=x" },
      ],
    });
    expect((await owner.api("GET", "/profiles")).body.items).toEqual([]);
    expect((await owner.api("GET", `/page-imports/${body.id}`)).body).toEqual(body);
    expect((await stranger.api("GET", `/page-imports/${body.id}`)).body.code).toBe("PAGE_IMPORT_NOT_FOUND");
    app.clock.advance(25 * 3_600_000);
    await purgePageImports(app.platform);
    expect((await owner.api("GET", `/page-imports/${body.id}`)).status).toBe(404);
  });

  it.each([
    ["/missing", "PAGE_MISSING"],
    ["/forbidden", "PAGE_REFUSED"],
    ["/busy", "PAGE_REFUSED"],
    ["/challenge", "PAGE_REFUSED"],
    ["/broken", "PAGE_UNREACHABLE"],
    ["/inside", "PAGE_UNREACHABLE"],
    ["/endless", "PAGE_TOO_LARGE"],
    ["/bomb", "PAGE_TOO_LARGE"],
    ["/picture", "NOT_A_PAGE"],
    ["/empty", "NOTHING_FOUND"],
  ])("%s: %s", async (path, code) => {
    expect(await read(path)).toMatchObject({ status: 422, body: { code } });
  });

  it("doesn't wait for a server that keeps silent", async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(Math.min(ms, 200)));
    expect((await read("/silent")).body.code).toBe("PAGE_TOO_SLOW");
    spy.mockRestore();
  });

  it("unpacks what a server packs without being asked to", async () => {
    expect((await read("/packed")).body.items).toHaveLength(2);
  });

  it("wants an address on the web", async () => {
    for (const [url, code] of [
      ["mia", "URL_INVALID"],
      ["mailto:mia@example.com", "URL_INVALID"],
      ["javascript:alert(1)", "URL_DANGEROUS"],
    ])
      expect((await owner.api("POST", "/page-imports", { url })).body.code, url).toBe(code);
  });

  it("counts how each service's parser does", async () => {
    const counts = async () => {
      const [row] = await rowsOf<{ attempts: number; successes: number; links: number }>(
        app.platform.db,
        sql`select attempts, successes, links from page_import_counts where service = 'bitly'`,
      );
      return row ?? { attempts: 0, successes: 0, links: 0 };
    };
    const before = await counts();
    await readFile(CSV_FILES.bitly);
    await readFile("Bitlink,Long URL\r\nx,javascript:alert(1)\r\n");
    expect(await counts()).toEqual({
      attempts: before.attempts + 2,
      successes: before.successes + 1,
      links: before.links + 2,
    });
  });
});

describe("how parsers do, for staff", () => {
  /** The first account is the founder's. */
  const health = async () => {
    const { body } = await stranger.api("GET", "/admin/page-imports");
    return body.items as Record<string, unknown>[];
  };
  const page = (links: string) =>
    `<html><head><link rel="canonical" href="https://linktr.ee/mia"></head><body>${links}</body></html>`;

  it("tells a service whose pages are only read as any other's, and that it fails lately", async () => {
    const links = `<a href="https://example.com/a">First</a><a href="https://example.com/b">Second</a>`;
    const before = (await health()).find(({ service }) => service === "linktree");
    for (let tries = 1; tries <= 3; tries++)
      expect((await readFile(page(links), "mia.html")).status).toBe(201);
    const after = (await health()).find(({ service }) => service === "linktree");
    expect(after).toMatchObject({
      label: "Linktree",
      attempts: Number(before?.attempts ?? 0) + 3,
      successes: before?.successes ?? 0,
    });
    expect((await health()).find(({ service }) => service === "other")).toMatchObject({ is_failing: false });
  });

  it("is nobody else's", async () => {
    expect((await owner.api("GET", "/admin/page-imports")).status).toBe(404);
  });
});

describe("reading a file", () => {
  it.each([
    [new Uint8Array([0x89, 0x50, 0, 0, 1]), "FILE_UNREADABLE", 400],
    ["{", "FILE_UNREADABLE", 400],
    ["PK\u0003\u0004 and more", "ACCOUNT_EXPORT", 400],
    ["[1]", "NOTHING_FOUND", 422],
    ["<title>Just a moment...</title>", "PAGE_REFUSED", 422],
    ["x".repeat(5 * 1024 * 1024 + 1), "FILE_TOO_LARGE", 413],
  ])("is refused in words (%#)", async (content, code, status) => {
    expect(await readFile(content)).toMatchObject({ status, body: { code } });
  });

  it("ends within seconds, even if it's made to take long", async () => {
    const start = performance.now();
    const json = `[${'{"a":['.repeat(300_000)}${"]}".repeat(300_000)}]`;
    expect((await readFile(json)).body.code).toMatch(/NOTHING_FOUND|FILE_UNREADABLE/);
    expect(performance.now() - start).toBeLessThan(30_000);
  });
});

describe("importing", () => {
  it("adds what's chosen to a profile, once, and later what's new", async () => {
    const profile = await addProfile();
    const { id } = (await read("/links")).body;
    const first = await apply(id, { profile_id: profile.id, items: ["2"] });
    expect(first).toMatchObject({
      status: 200,
      body: { profile_id: profile.id, added: 1, known: 0, job: null },
    });
    expect((await apply(id, { profile_id: profile.id })).body).toMatchObject({ added: 1, known: 1 });
    expect((await apply(id, { profile_id: profile.id })).body).toMatchObject({ added: 0, known: 2 });
    const more = (await read("/more")).body;
    expect((await apply(more.id, { profile_id: profile.id })).body).toMatchObject({ added: 1, known: 2 });
    expect((await linksOf(profile.id)).map(({ title }: { title: string }) => title)).toEqual(["B", "A", "C"]);
    const events = await eventsOf(app, profile.id);
    expect(events.map(({ name }) => name)).toContain("page_import.applied");
  });

  it("makes a new profile, also if it's sent twice", async () => {
    const { id } = (await read("/links")).body;
    const { body } = await apply(id);
    expect((await apply(id)).body).toMatchObject({ profile_id: body.profile_id, added: 0 });
    const { items } = (await owner.api("GET", "/profiles")).body;
    expect(items).toMatchObject([{ id: body.profile_id, name: "Mia", link_count: 2 }]);
  });

  it("takes nothing beyond the limits, and then nothing at all", async () => {
    const profile = await addProfile();
    const csv = `url\r\n${Array.from({ length: 6 }, (_, n) => `https://a.example/${n}`).join("\r\n")}`;
    const { id } = (await readFile(csv)).body;
    expect(await apply(id, { profile_id: profile.id })).toMatchObject({
      status: 409,
      body: { code: "LINK_LIMIT" },
    });
    expect(await linksOf(profile.id)).toEqual([]);
    expect((await apply(id, { profile_id: profile.id, items: ["1", "2"] })).body.added).toBe(2);
    for (let answer = await owner.api("POST", "/profiles", { name: "x" }); answer.status === 201; )
      answer = await owner.api("POST", "/profiles", { name: "x" });
    expect(await apply(id)).toMatchObject({ status: 409, body: { code: "PROFILE_LIMIT" } });
  });

  it("copies the pictures once and all, also if it's sent twice before they're copied", async () => {
    const profile = await addProfile();
    const { id, items } = (await read("/linktree")).body;
    const withPicture = items.filter(({ picture }: { picture: string | null }) => picture !== null);
    const keys = withPicture.map(({ key }: { key: string }) => key).slice(0, 3);
    const wanted = { profile_id: profile.id, picture: true, items: keys };
    const answers = await Promise.all([apply(id, wanted), apply(id, wanted)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const counts = answers.map(({ body }) => body.pictures).sort();
    expect(counts[1]).toBeGreaterThan(1);
    await vi.waitUntil(
      async () => (await owner.api("GET", `/page-imports/${id}`)).body.pictures_failed !== null,
      { timeout: 20_000 },
    );
    await vi.waitFor(async () => {
      const icons = (await linksOf(profile.id)).filter(({ icon }: { icon: string | null }) =>
        icon?.startsWith("/media/"),
      );
      expect(icons).toHaveLength(counts[1] - 1);
    });
  });

  it("of an edited export fetches nothing, and leaves out what can't be shown twice or at all", async () => {
    const { id: profile_id } = await addProfile();
    await owner.api("POST", `/profiles/${profile_id}/links`, { kind: "newsletter", content: {} });
    const exported = (await owner.api("GET", `/profiles/${profile_id}/export`)).body;
    const [form] = exported.links;
    const outside = `${server.origin}/picture`;
    const links = [
      { ...form, id: randomUUID() },
      { ...form, id: randomUUID(), kind: "gallery", content: { pictures: [{ url: outside, alt: "" }] } },
      {
        ...form,
        id: randomUUID(),
        kind: "link",
        title: "A",
        url: "https://a.example",
        icon: outside,
        content: null,
      },
    ];
    const { id } = (await readFile(JSON.stringify({ ...exported, links }), "x.json")).body;
    expect((await apply(id, { profile_id })).body).toMatchObject({ added: 1, job: null });
    expect((await linksOf(profile_id)).map(({ kind }: { kind: string }) => kind)).toEqual([
      "newsletter",
      "link",
    ]);
  });

  it("is only for one's own pages, imports, and profiles", async () => {
    const { id } = (await read("/links")).body;
    const { id: profile_id } = (await stranger.api("POST", "/profiles", { name: "Other" })).body;
    expect((await apply(id, { is_mine: false })).body.code).toBe("NOT_CONFIRMED");
    expect((await apply(id, { profile_id })).body.code).toBe("PROFILE_NOT_FOUND");
    expect((await apply(randomUUID())).body.code).toBe("PAGE_IMPORT_NOT_FOUND");
    expect(
      (await stranger.api("POST", `/page-imports/${id}/apply`, { is_mine: true, profile_id: null })).status,
    ).toBe(404);
    expect((await stranger.api("DELETE", `/page-imports/${id}`)).body.code).toBe("PAGE_IMPORT_NOT_FOUND");
    expect((await owner.api("DELETE", `/page-imports/${id}`)).body).toEqual({ id });
    expect((await apply(id)).status).toBe(404);
  });
});
