import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import type { WaysOutRow } from "./ways-out-contract.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";
const INSTAGRAM = `${IPHONE} Instagram 355.0.0.28.108 (iPhone16,1; iOS 18_1; en_US)`;
const NEW_INSTAGRAM = `${IPHONE} Instagram 424.1.0.28.108 (iPhone16,1; iOS 26_4; en_US)`;
const TIKTOK = `${IPHONE} musical_ly_36.5.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en`;

const NAME = "Fay Founder";

let app: TestApp;
let founder: Client;
let owner: Client;
let profile: { id: string; username: string };

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: NAME });
  owner = await app.signUp();
  profile = (await owner.api("POST", "/profiles", { name: "Mia" })).body;
  const settings = { tiktok_fallback_enabled: true, in_app_browsers: ["instagram"] };
  expect((await owner.api("PATCH", `/profiles/${profile.id}`, settings)).status).toBe(200);
});
afterAll(() => app?.close());
beforeEach(async () => {
  const { items }: { items: WaysOutRow[] } = (await founder.api("GET", "/admin/ways-out")).body;
  for (const row of items) {
    if (row.is_changed) await set(row.app, row.os, { from_version: row.from_version, ways: null });
  }
  await app.platform.db.execute(sql`delete from version_exits`);
});

const set = (key: string, os: string, body: object, who = founder) =>
  who.api("PUT", `/admin/ways-out/${key}/${os}`, body);

async function row(key: string, os: string, from_version = ""): Promise<WaysOutRow | undefined> {
  const { items }: { items: WaysOutRow[] } = (await founder.api("GET", "/admin/ways-out")).body;
  return items.find((item) => item.app === key && item.os === os && item.from_version === from_version);
}

/** Returns the ways that a visitor of the page is offered, in order. */
async function offered(userAgent: string): Promise<string[]> {
  const { body } = await app
    .visitor()
    .call("GET", `/${profile.username}`, undefined, { "user-agent": userAgent });
  const [notice = ""] = (body as string).split("<template");
  return [...notice.matchAll(/data-way="([^"]+)"/g)].map(([, way]) => way ?? "");
}

describe("ways out of apps", () => {
  it("are the built-in ones until staff choose others, which visitors get at once", async () => {
    expect(await offered(INSTAGRAM)).toEqual(["extbrowser", "x-safari"]);
    expect(await row("instagram", "ios")).toMatchObject({
      ways: ["extbrowser", "x-safari"],
      is_changed: false,
    });
    const chosen = { ways: ["x-safari"], seen: ["extbrowser", "x-safari"] };
    expect((await set("instagram", "ios", chosen)).status).toBe(200);
    expect(await offered(INSTAGRAM)).toEqual(["x-safari"]);
    expect(await row("instagram", "ios")).toMatchObject({
      ways: ["x-safari"],
      default: ["extbrowser", "x-safari"],
      is_changed: true,
      changed: { by: NAME },
    });
    await set("instagram", "ios", { ways: [] });
    expect(await offered(INSTAGRAM)).toEqual([]);
    await set("instagram", "ios", { ways: ["extbrowser", "x-safari"] });
    expect(await row("instagram", "ios")).toMatchObject({ is_changed: false });
    await set("instagram", "ios", { ways: [] });
    await set("instagram", "ios", { ways: null });
    expect(await offered(INSTAGRAM)).toEqual(["extbrowser", "x-safari"]);
    expect(await row("instagram", "ios")).toMatchObject({ is_changed: false });
  });

  it("can be others from a version of the app on, and only for those that say which they are", async () => {
    await set("instagram", "ios", { from_version: "424", ways: ["extbrowser"], seen: null });
    expect(await offered(INSTAGRAM)).toEqual(["extbrowser", "x-safari"]);
    expect(await offered(NEW_INSTAGRAM)).toEqual(["extbrowser"]);
    expect(await row("instagram", "ios", "424.0")).toMatchObject({ default: null, is_changed: true });
    await set("instagram", "ios", { from_version: "424.0", ways: null });
    expect(await row("instagram", "ios", "424.0")).toBeUndefined();
    // What was removed is among the changes of the app.
    expect((await row("instagram", "ios"))?.has_changes).toBe(true);
    expect((await row("zalo", "ios"))?.has_changes).toBe(false);
    expect(await offered(NEW_INSTAGRAM)).toEqual(["extbrowser", "x-safari"]);
  });

  it("§9 of TikTok are also those in the page, for versions that don't identify themselves", async () => {
    const inPage = async () => {
      const page = (await app.visitor().call("GET", `/${profile.username}`)).body as string;
      const [, template = ""] = page.split('id="in-app-help-ios"');
      return template.split("</template>", 1)[0]?.includes("x-safari-http");
    };
    expect(await offered(TIKTOK)).toEqual(["x-safari"]);
    expect(await inPage()).toBe(true);
    await set("tiktok", "ios", { ways: [] });
    expect(await offered(TIKTOK)).toEqual([]);
    expect(await inPage()).toBe(false);
  });

  it("in the owner's preview are those that visitors get", async () => {
    const ways = async () => {
      const { items } = (await owner.api("GET", "/in-app-browsers")).body;
      return items.find((item: { app: string }) => item.app === "instagram").ios;
    };
    expect(await ways()).toEqual(["extbrowser", "x-safari"]);
    await set("instagram", "ios", { ways: ["x-safari", "extbrowser"] });
    expect(await ways()).toEqual(["x-safari", "extbrowser"]);
  });

  it.each([
    ["myspace", "ios", { ways: [] }, "APP_NOT_FOUND"],
    // It opens links in the system's browser by itself.
    ["whatsapp", "ios", { ways: [] }, "APP_NOT_FOUND"],
    ["tiktok", "ios", { ways: ["intent"] }, "WAY_IMPOSSIBLE"],
    ["tiktok", "ios", { ways: ["extbrowser"] }, "WAY_IMPOSSIBLE"],
    ["tiktok", "ios", { ways: ["x-safari", "x-safari"] }, "WAY_TWICE"],
    ["tiktok", "ios", { ways: ["javascript:alert(1)"] }, "BAD_REQUEST"],
    ["tiktok", "symbian", { ways: [] }, "BAD_REQUEST"],
    ["tiktok", "ios", { from_version: "new", ways: [] }, "VERSION_INVALID"],
    ["tiktok", "ios", { from_version: "0.0", ways: [] }, "VERSION_INVALID"],
    ["tiktok", "ios", { from_version: "1\u0000", ways: [] }, "VERSION_INVALID"],
    ["webview", "ios", { from_version: "1", ways: [] }, "VERSION_UNKNOWN"],
  ])("can't be made up: %s %s %j", async (key, os, body, code) => {
    expect((await set(key, os, body)).body.code).toBe(code);
    expect(await rowsOf(app.platform.db, sql`select * from ways_out`)).toEqual([]);
  });

  it("have at most ten versions of an app on a system, of which any can be edited", async () => {
    for (let version = 1; version <= 10; version++)
      await set("tiktok", "ios", { from_version: `${version}`, ways: [] });
    expect((await set("tiktok", "ios", { from_version: "11", ways: [] })).body.code).toBe("VERSION_LIMIT");
    expect((await set("tiktok", "ios", { from_version: "10", ways: ["x-safari"] })).status).toBe(200);
    expect((await set("tiktok", "ios", { ways: [] })).status).toBe(200);
    expect((await set("tiktok", "android", { from_version: "11", ways: [] })).status).toBe(200);
  });

  it("aren't overwritten by who saw others, and two at once don't both win", async () => {
    await set("x", "ios", { ways: ["x-safari"] });
    expect((await set("x", "ios", { ways: [], seen: [] })).body.code).toBe("WAYS_CHANGED_MEANWHILE");
    expect((await set("x", "ios", { from_version: "5", ways: [], seen: [] })).body.code).toBe(
      "WAYS_CHANGED_MEANWHILE",
    );
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => set("x", "android", { ways: [], seen: ["intent"] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it("have a list of changes, which a choice that changes nothing isn't in", async () => {
    await set("line", "ios", { ways: ["x-safari"] });
    await set("line", "ios", { ways: ["x-safari"] });
    await set("line", "ios", { from_version: "14.19", ways: [] });
    await set("line", "ios", { ways: null });
    const { items } = (await founder.api("GET", "/admin/ways-out/line/ios/changes")).body;
    expect(
      items.map(({ id, at, ...change }: Record<string, unknown>) => [typeof id, typeof at, change]),
    ).toEqual([
      ["string", "string", { by: NAME, from_version: "", before: ["x-safari"], after: null }],
      ["string", "string", { by: NAME, from_version: "14.19", before: null, after: [] }],
      ["string", "string", { by: NAME, from_version: "", before: null, after: ["x-safari"] }],
    ]);
    expect((await founder.api("GET", "/admin/ways-out/myspace/ios/changes")).body.code).toBe("APP_NOT_FOUND");
  });

  it("are staff's: for everyone else there's nothing there", async () => {
    expect((await owner.api("GET", "/admin/ways-out")).status).toBe(404);
    expect((await set("tiktok", "ios", { ways: [] }, owner)).status).toBe(404);
  });

  it("of a newer version of Fanfare that this one doesn't know are left out", async () => {
    await app.platform.db.execute(sql`insert into ways_out (app, os, from_major, from_minor, ways, updated_at)
      values ('instagram', 'ios', 0, 0, '["teleport", "x-safari"]', now()), ('hologram', 'ios', 0, 0, '["beam"]', now())`);
    expect((await row("instagram", "ios"))?.ways).toEqual(["x-safari"]);
    await app.platform.db.execute(sql`delete from ways_out where app = 'hologram'`);
  });
});

describe("the success of ways out", () => {
  const tell = (exit: object, userAgent: string, from = randomUUID()) =>
    app.visitor().call("POST", `/api/v1/pages/${profile.id}/exits`, exit, {
      "x-forwarded-for": `2001:db8:${from.slice(0, 4)}::1`,
      "content-type": "application/json",
      "user-agent": userAgent,
    });
  const figures = async (days = "30") =>
    (await founder.api("GET", `/admin/ways-out/figures?days=${days}`)).body.items.toSorted(
      (one: { version: string }, other: { version: string }) => one.version.localeCompare(other.version),
    );
  const EXIT = { app: "instagram", os: "ios", way: "x-safari" };

  it("is counted by the app's version, which its user agent says", async () => {
    await tell({ ...EXIT, left: false }, INSTAGRAM);
    await tell({ ...EXIT, left: true }, INSTAGRAM);
    await tell({ ...EXIT, left: false }, NEW_INSTAGRAM);
    // What another app's browser says about Instagram has no version.
    await tell({ ...EXIT, left: false }, TIKTOK);
    const known = { ...EXIT, label: "Instagram" };
    expect(await figures()).toEqual([
      { ...known, version: "", tried: 1, left: 0 },
      { ...known, version: "355.0", tried: 1, left: 1 },
      { ...known, version: "424.1", tried: 1, left: 0 },
    ]);
  });

  it("is counted for at most 40 versions a day, the others together", async () => {
    for (let version = 1; version <= 45; version++)
      await tell({ ...EXIT, left: false }, `${IPHONE} Instagram ${version}.0 (iPhone)`);
    const found = await figures();
    expect(found).toHaveLength(41);
    expect(found[0]).toMatchObject({ version: "", tried: 5 });
    await tell({ ...EXIT, left: true }, `${IPHONE} Instagram 7.0 (iPhone)`);
    expect((await figures()).find(({ version }: { version: string }) => version === "7.0")).toMatchObject({
      left: 1,
    });
  });

  it("is of the last days, today included", async () => {
    await app.platform.db.execute(sql`insert into version_exits (day, app, os, version, way, tried)
      values (${app.clock.now().toISOString().slice(0, 10)}::date - 7, 'tiktok', 'ios', '1.0', 'x-safari', 3),
        (${app.clock.now().toISOString().slice(0, 10)}::date - 29, 'tiktok', 'ios', '2.0', 'x-safari', 3)`);
    expect(await figures("7")).toEqual([]);
    expect(await figures("30")).toHaveLength(2);
    expect((await founder.api("GET", "/admin/ways-out/figures?days=31")).status).toBe(400);
  });
});
