// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLinks } from "#src/features/pages/links/link-batches.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { systemCtx } from "#src/platform/context.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { findLinkByName, purgeNames } from "./short-names.ts";

const HERE = "https://here.example/landing";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

let app: TestApp;
let owner: Client;
let profileId = "";
let name = "";
beforeAll(async () => {
  app = await startApp({ ROLES: "web", PLANS: "off", PUBLIC_URL: "https://fanfare.example" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
  name = `n${randomUUID().slice(0, 8)}`;
  profileId = await page(owner);
});

const page = async (who: Client) =>
  (await who.api("POST", "/profiles", { name: `S${randomUUID().slice(0, 8)}` })).body.id;
const post = (who: Client, id: string, fields: object) =>
  who.api("POST", `/profiles/${id}/links`, { title: "Shop", url: HERE, ...fields });
async function make(fields: object = {}, who = owner, id = profileId) {
  const answer = await post(who, id, fields);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
const patch = (id: string, fields: object, who = owner) => who.api("PATCH", `/links/${id}`, fields);
async function go(text: string, method = "GET") {
  const answer = await fetch(`${app.url}/go/${text}`, {
    method,
    redirect: "manual",
    headers: { "user-agent": SAFARI, "x-forwarded-for": "8.8.8.8" },
  });
  return { status: answer.status, to: answer.headers.get("location"), text: await answer.text() };
}
const check = (wanted: string, { who = owner, id = profileId, link = "" } = {}) =>
  who.api("GET", `/profiles/${id}/short-names/${wanted}${link && `?link_id=${link}`}`);

describe("a link's short name", () => {
  it("leads where its id does, however it's passed on, and counts on the same link", async () => {
    const { id, short_name } = await make({ short_name: ` ${name.toUpperCase()}` });
    expect(short_name).toBe(name);
    const forms = [name, name.toUpperCase(), `${name}/`, `%6e${name.slice(1)}`, `${name}?a=1`];
    for (const form of forms) expect([form, (await go(form)).to]).toEqual([form, HERE]);
    expect(await go(`${name})?utm_source=x`)).toMatchObject({ status: 301, to: `/go/${name}?utm_source=x` });
    expect((await go(name, "HEAD")).to).toBe(HERE);
    for (const other of ["nobody", `${name}x`, `${name}/more`, "no--body", "%zz"])
      expect([other, (await go(other)).status]).toEqual([other, 404]);
    const [link] = (await owner.api("GET", `/profiles/${profileId}/links`)).body.items;
    expect(link).toMatchObject({ id, click_count: forms.length });
  });

  it("is found in capitals all over, as printed codes have it", async () => {
    const { id } = await make({ short_name: name });
    for (const path of [`/GO/${name.toUpperCase()}`, `/Go/${name}?A=1`, `/GO/${id.toUpperCase()}`]) {
      const answer = await fetch(app.url + path, { redirect: "manual", headers: { "user-agent": SAFARI } });
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 302, HERE]);
    }
    const shown = await fetch(`${app.url}/GO/${name.toUpperCase()}+`, { redirect: "manual" });
    expect([shown.status, (await shown.text()).includes(HERE)]).toEqual([200, true]);
    const [link] = (await owner.api("GET", `/profiles/${profileId}/links`)).body.items;
    expect(link.click_count).toBe(3);
  });

  it("follows every change at once, and the name before keeps leading there for 90 days", async () => {
    const { id } = await make({ short_name: name });
    expect((await go(name)).to).toBe(HERE);
    app.clock.advance(2 * DAY_MS);
    expect((await patch(id, { short_name: `${name}-2`, url: "else.example" })).body.short_name).toBe(
      `${name}-2`,
    );
    expect([(await go(name)).to, (await go(`${name}-2`)).to]).toEqual(Array(2).fill("https://else.example"));
    const other = await app.signUp();
    const theirs = await page(other);
    expect((await post(other, theirs, { short_name: name })).body.code).toBe("SHORT_NAME_TAKEN");
    await patch(id, { short_name: null });
    expect((await go(`${name}-2`)).status).toBe(302);
    app.clock.advance(91 * DAY_MS);
    await purgeNames(app.platform);
    const [link] = (await owner.api("GET", `/profiles/${profileId}/links`)).body.items;
    expect(link.short_name).toBeNull();
    await make({ short_name: name, url: "theirs.example" }, other, theirs);
    expect((await go(name)).to).toBe("https://theirs.example");
  });

  it("is its link's while that's there, and goes to another one of the account after that", async () => {
    const first = await make({ short_name: name });
    expect((await post(owner, profileId, { short_name: name })).body).toMatchObject({
      code: "SHORT_NAME_TAKEN",
      data: { field: "short_name" },
    });
    await owner.api("DELETE", `/links/${first.id}`);
    expect((await go(name)).status).toBe(404);
    const second = await make({ short_name: name, url: "second.example" });
    expect((await go(name)).to).toBe("https://second.example");
    expect((await owner.api("POST", `/links/${first.id}/restore`)).body.short_name).toBeNull();
    expect((await owner.api("POST", `/links/${second.id}/duplicate`)).body.short_name).toBeNull();
    const copy = { source_profile_id: profileId, new_profile_name: "Copy" };
    const { id } = (await owner.api("POST", "/rpc/duplicate_profile", copy)).body;
    const copied = (await owner.api("GET", `/profiles/${id}/links`)).body.items ?? [];
    expect(copied.every((link: { short_name: unknown }) => link.short_name === null)).toBe(true);
  });

  it("belongs to the account at its own domain, even if it's another one's elsewhere", async () => {
    const other = await app.signUp();
    const theirs = await make({ short_name: name, url: "theirs.example" }, other, await page(other));
    await app.platform.db.execute(
      sql`update client_profiles set domain = ${`${name}.example`} where id = ${profileId}`,
    );
    expect((await check(name)).body).toEqual({ name, problem: null, is_own: true });
    const mine = await make({ short_name: name });
    expect(mine).toMatchObject({ short_name: name, is_short_name_own: true });
    const find = (account?: string) => findLinkByName(app.platform, { name, account });
    expect([await find(), await find(owner.id), await find(other.id)]).toEqual([
      theirs.id,
      mine.id,
      theirs.id,
    ]);
    expect((await go(name)).to).toBe("https://theirs.example");
  });

  it("is refused in words", async () => {
    const { id } = await make({ short_name: name });
    const refused = async (short_name: string) => (await patch(id, { short_name })).body.code;
    expect([await refused("a"), await refused("Admin")]).toEqual([
      "SHORT_NAME_INVALID",
      "SHORT_NAME_RESERVED",
    ]);
    expect((await post(owner, profileId, { short_name: "x" })).body.code).toBe("SHORT_NAME_INVALID");
    expect((await post(owner, profileId, { short_name: "login/" })).body.code).toBe("SHORT_NAME_INVALID");
    expect((await post(owner, profileId, { short_name: "dashboard" })).body.code).toBe("SHORT_NAME_RESERVED");
    const heading = { kind: "heading", title: "Hi", short_name: `${name}-h` };
    expect((await owner.api("POST", `/profiles/${profileId}/links`, heading)).body).toMatchObject({
      code: "OPTION_UNAVAILABLE",
    });
    const second = await make();
    expect((await patch(second.id, { short_name: name })).body.code).toBe("SHORT_NAME_TAKEN");
  });

  it("never leads to itself", async () => {
    const { id } = await make({ short_name: name });
    const own = app.platform.instance.publicUrl;
    for (const url of [`${own}/go/${id}`, `${own}/go/${name.toUpperCase()}/`])
      expect((await patch(id, { url })).body).toMatchObject({ code: "LINK_LOOPS", data: { field: "url" } });
    expect(
      (await post(owner, profileId, { short_name: `${name}-x`, url: `${own}/go/${name}-x` })).body.code,
    ).toBe("LINK_LOOPS");
    const other = await make({ url: `${own}/go/${name}` });
    expect((await patch(id, { url: `${own}/go/${other.id}` })).body.code).toBe("LINK_LOOPS");
    // Nor by what would be repaired on the way, or by a link that may come back from the trash.
    for (const path of [`/GO/${name.toUpperCase()}`, `/go/${name}).`, `/go/${id.replaceAll("-", "")}`])
      expect([path, (await patch(id, { url: own + path })).body.code]).toEqual([path, "LINK_LOOPS"]);
    await owner.api("DELETE", `/links/${other.id}`);
    expect((await patch(id, { url: `${own}/go/${other.id}` })).body.code).toBe("LINK_LOOPS");
  });

  it("isn't brought along by an import that would make its link lead to itself", async () => {
    const own = app.platform.instance.publicUrl;
    const links = [
      { id: randomUUID(), title: "A", url: `${own}/go/${name}-b`, short_name: `${name}-a` },
      { id: randomUUID(), title: "B", url: `${own}/go/${name}-a`, short_name: `${name}-b` },
    ];
    const ctx = systemCtx(app.platform, { job: "test", account: owner.id });
    await createLinks(ctx, { profile_id: profileId, choose: () => links });
    const { items } = (await owner.api("GET", `/profiles/${profileId}/links`)).body;
    expect(items.map(({ short_name }: { short_name: unknown }) => short_name)).toEqual([`${name}-a`, null]);
  });

  it("is said to be free or taken before it's saved", async () => {
    const { id } = await make({ short_name: name });
    expect((await check(`${name}-2`)).body).toEqual({ name: `${name}-2`, problem: null, is_own: false });
    expect((await check(name)).body.problem).toBe("SHORT_NAME_TAKEN");
    expect((await check(name, { link: id })).body.problem).toBeNull();
    expect((await check("ADMIN")).body).toEqual({
      name: "admin",
      problem: "SHORT_NAME_RESERVED",
      is_own: false,
    });
    expect((await check("ab")).body.problem).toBe("SHORT_NAME_INVALID");
    expect((await check(name, { id: randomUUID() })).body.code).toBe("PROFILE_NOT_FOUND");
  });
});

describe("+ after a link's address", () => {
  it("shows where it leads and the page that it's on, and counts nothing", async () => {
    const { id } = await make({ short_name: name, title: "<b>Shop</b>" });
    for (const text of [`${name}+`, `${id}+`, `${name}%2B`, `${name.toUpperCase()}+/`, `${name}+?a=1`]) {
      const shown = await go(text);
      expect([text, shown.status, shown.to]).toEqual([text, 200, null]);
      for (const part of [HERE, "&lt;b&gt;Shop", `/go/${id}`, "noindex"]) expect(shown.text).toContain(part);
      expect(shown.text).not.toContain("<script");
    }
    const [link] = (await owner.api("GET", `/profiles/${profileId}/links`)).body.items;
    expect(link.click_count).toBe(0);
    expect((await go("nobody+")).status).toBe(404);
    expect((await go(`${randomUUID()}+`)).status).toBe(404);
  });

  it("doesn't say where links lead that aren't open to everyone", async () => {
    const shut: [object, string][] = [
      [{ password: "open sesame" }, "asks for a password"],
      [{ schedule: { from: "2099-01-01T00:00:00Z", time_zone: "UTC" } }, "open at the moment"],
      [{ expires_at: "2020-01-01T00:00:00Z" }, "has expired"],
      [{ expires_clicks: 3 }, "Only some visitors"],
      [{ audience: { allowed_devices: ["desktop"] } }, "Only some visitors"],
      [{ geo_restrictions: { blocked_countries: ["DE"] } }, "Only some visitors"],
      [{ is_visible: false }, "hidden, or its page is"],
    ];
    const ids: string[] = [];
    for (const [fields] of shut) ids.push((await make(fields)).id);
    for (const [at, [fields, reason]] of shut.entries()) {
      const { text } = await go(`${ids[at]}+`);
      expect([fields, text.includes(reason), text.includes("here.example")]).toEqual([fields, true, false]);
    }
  });

  it("says that an account is closed", async () => {
    const { id } = await make();
    await app.platform.db.execute(sql`update users set banned = true where id = ${owner.id}`);
    const { status, text } = await go(`${id}+`);
    expect([status, text.includes("have closed the account"), text.includes("here.example")]).toEqual([
      404,
      true,
      false,
    ]);
  });

  it("warns of adult content, and names both addresses of a test", async () => {
    const adult = await make({ show_adult_warning: true });
    const shown = await go(`${adult.id}+`);
    for (const part of [HERE, "adult content"]) expect(shown.text).toContain(part);
    const test = await make({ is_ab_test: true, link_a: "a.example", link_b: "b.example" });
    const both = await go(`${test.id}+`);
    for (const part of ["https://a.example", "https://b.example"]) expect(both.text).toContain(part);
  });
});
