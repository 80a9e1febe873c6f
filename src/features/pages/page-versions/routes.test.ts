// @project server-postgres
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemCtx } from "#src/platform/context.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { pictureForm } from "#test/harness/pictures.ts";
import { transactionsDuring } from "#test/harness/statements.ts";
import { keepAfterChange, keepFirstVersions, keepPageVersion } from "./page-versions.ts";
import { LOOKS_MAX } from "./rules.ts";
import { versionJobsAfter } from "./version-job.ts";

let app: TestApp;
let owner: Client;
beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
  owner = await app.signUp({ name: "Mia Moreno" });
});
afterAll(() => app?.close());

interface Row {
  id: string;
  title: string;
  parent_id: string | null;
}

const makePage = async (name: string) => (await owner.api("POST", "/profiles", { name })).body;
const addLink = async (id: string, link: object): Promise<Row> => {
  const { status, body } = await owner.api("POST", `/profiles/${id}/links`, link);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const keep = (profile_id: string) =>
  keepPageVersion(systemCtx(app.platform, { job: "test", account: owner.id }), {
    profile_id,
    made_by: owner.id,
  });
const versionsOf = async (id: string) => (await owner.api("GET", `/profiles/${id}/versions`)).body.items;
const restore = (id: string, version: string, client = owner) =>
  client.api("POST", `/profiles/${id}/versions/${version}/restore`);

/** The export without what isn't part of a version. */
async function pageOf(id: string) {
  const { profile, links } = (await owner.api("GET", `/profiles/${id}/export`)).body;
  const lasting = ({ updated_at, ...row }: Row & { updated_at: string }) => row;
  return { profile: lasting(profile), links: links.map(lasting) };
}

it("a version comes back as it was, whatever has changed since, and so does what it replaced", async () => {
  const { id } = await makePage("Mia Sings");
  const picture = (await owner.api("POST", "/media", await pictureForm())).body.url;
  await owner.api("PATCH", `/profiles/${id}`, {
    public_notes: "First words",
    profile_picture_url: picture,
    theme_settings: { button_color: "#123456", font: "lora" },
    social_platforms: [{ platform: "x", url: "https://x.com/mia" }],
    in_app_browsers: ["instagram"],
    promotion_text: "Sale",
  });
  const group = await addLink(id, { kind: "group", title: "Music", content: { is_collapsible: true } });
  const inside = await addLink(id, { title: "Inside", url: "https://in.example", parent_id: group.id });
  const shop = await addLink(id, {
    title: "Shop",
    url: "https://shop.example",
    geo_restrictions: { blocked_countries: ["FR"] },
    schedule: { from: "2026-01-01T00:00:00Z", time_zone: "UTC" },
  });
  const open = await addLink(id, { title: "Open", url: "https://open.example" });
  const before = await pageOf(id);
  const version = await keep(id);
  expect(await keep(id)).toBe(version);

  await owner.api("PATCH", `/profiles/${id}`, {
    username: "miarenamed",
    public_notes: null,
    profile_picture_url: null,
    theme_settings: { button_color: "#654321", font: "system" },
    social_platforms: [],
    in_app_browsers: [],
  });
  await owner.api("DELETE", `/links/${group.id}`);
  await owner.api("PATCH", `/links/${shop.id}`, { title: "Store", geo_restrictions: null, schedule: null });
  await owner.api("PATCH", `/links/${open.id}`, { password: "secret" });
  const added = await addLink(id, { title: "New", url: "https://new.example" });
  await owner.api("PUT", `/profiles/${id}/links/order`, { ids: [added.id, open.id, shop.id, inside.id] });
  const between = await pageOf(id);

  const restored = await restore(id, version);
  expect(restored.status, JSON.stringify(restored.body)).toBe(200);
  expect(restored.body.problems).toEqual([]);
  const named = { profile: { ...before.profile, username: "miarenamed" }, links: before.links };
  expect(await pageOf(id)).toEqual(named);
  expect((await app.visitor().call("GET", "/miarenamed")).body).toContain("First words");
  expect((await eventsOf(app, id)).map(({ name }) => name)).toContain("page_version.restored");

  const [now, replaced, first] = await versionsOf(id);
  expect(now).toMatchObject({ restored_from: first.made_at, made_by: "Mia Moreno" });
  expect(replaced).toMatchObject({
    id: restored.body.before,
    changes: { parts: ["texts", "look", "socials", "settings"], added: 1, removed: 1, changed: 3 },
  });
  expect(first).toMatchObject({ id: version, changes: null });

  expect((await restore(id, restored.body.before)).body.problems).toEqual([
    { what: "Open", why: "Its password can’t come back, so it’s hidden." },
  ]);
  const hidden = between.links.map((link: Row) =>
    link.id === open.id ? { ...link, is_visible: false } : link,
  );
  // Nothing has its password, and it mustn't be open to everyone.
  expect(await pageOf(id)).toEqual({
    ...between,
    links: hidden.map((link: Row) => (link.id === open.id ? { ...link, has_password: false } : link)),
  });
});

it("what can't come back is told, and the rest comes back", async () => {
  const { id } = await makePage("Old rules");
  await owner.api("PATCH", `/profiles/${id}`, { public_notes: "Then" });
  const gone = await addLink(id, { title: "Gone", url: "https://gone.example" });
  const version = await keep(id);
  await owner.api("PATCH", `/profiles/${id}`, { public_notes: "Now" });
  await owner.api("DELETE", `/links/${gone.id}`);
  // As rows that are older than a rule, or whose picture is gone.
  await app.platform.database.run(
    {
      name: "age_version",
      text: `update page_versions set page = jsonb_set(jsonb_set(page, '{profile,profile_picture_url}', '"/media/0190aaaa-bbbb-7ccc-8ddd-000000000001.webp"'),
        '{profile,theme_settings,button_color}', '"reddish"') where id = $1`,
    },
    [version],
  );
  await app.platform.database.run({ name: "lose_row", text: "delete from links where id = $1" }, [gone.id]);
  const { status, body } = await restore(id, version);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.problems).toEqual([
    { what: "Old rules", why: "Upload a picture, or enter the URL of one." },
    { what: "Old rules", why: "Enter a hex color such as #6d28d9." },
  ]);
  expect(body.profile.public_notes).toBe("Then");
  expect(body.links).toMatchObject([{ title: "Gone", url: "https://gone.example" }]);
});

it("more links than fit are refused as a whole, and a version of another page isn't found", async () => {
  const { id } = await makePage("Full");
  const titles = ["A", "B", "C", "D", "E"];
  const five = [];
  for (const title of titles) five.push(await addLink(id, { title, url: "https://a.example" }));
  const version = await keep(id);
  const page = await pageOf(id);
  await app.platform.database.run(
    {
      name: "grow_version",
      text: `update page_versions set page = jsonb_set(page, '{links}', (page->'links') || jsonb_build_array(
        (page->'links'->0) || '{"id": "0190aaaa-bbbb-7ccc-8ddd-00000000000f", "title": "Sixth"}')) where id = $1`,
    },
    [version],
  );
  expect(await restore(id, version)).toMatchObject({ status: 409, body: { code: "LINK_LIMIT" } });
  expect(await pageOf(id)).toEqual(page);
  const other = await makePage("Other");
  for (const [profile, one] of [
    [other.id, version],
    [id, other.id],
  ]) {
    expect((await restore(profile, one)).body.code).toBe("PAGE_VERSION_NOT_FOUND");
    const answer = await owner.api("GET", `/profiles/${profile}/versions/${one}`);
    expect(answer.body.code).toBe("PAGE_VERSION_NOT_FOUND");
  }
  const stranger = await app.signUp();
  expect((await restore(id, version, stranger)).body.code).toBe("PROFILE_NOT_FOUND");
  expect((await stranger.api("GET", `/profiles/${id}/versions`)).body.code).toBe("PROFILE_NOT_FOUND");
  expect((await stranger.api("POST", `/profiles/${id}/versions`)).body.code).toBe("PROFILE_NOT_FOUND");
  const found = await stranger.api("GET", `/profiles/${id}/versions/${version}`);
  expect(found.body.code).toBe("PROFILE_NOT_FOUND");
});

it("a page is kept once nobody has changed it for a while, and pages from before get a first version", async () => {
  const { id } = await makePage("Paused");
  const data = { account: owner.id, profile_id: id, made_by: owner.id, looks: 0 };
  await keepAfterChange(app.platform, data);
  expect(await versionsOf(id)).toEqual([]);
  await keepAfterChange(app.platform, { ...data, looks: LOOKS_MAX });
  expect(await versionsOf(id)).toHaveLength(1);
  await owner.api("PATCH", `/profiles/${id}`, { public_notes: "Later" });
  app.clock.advance(60_000);
  await keepAfterChange(app.platform, data);
  await keepAfterChange(app.platform, data);
  const [last] = await versionsOf(id);
  expect(await owner.api("POST", `/profiles/${id}/versions`)).toMatchObject({ status: 201, body: last });
  expect(last.changes).toMatchObject({ parts: ["texts"], added: 0 });
  const whole = (await owner.api("GET", `/profiles/${id}/versions/${last.id}`)).body;
  expect(whole).toMatchObject({ profile: { id, public_notes: "Later" }, links: [] });

  const old = await makePage("Old");
  await keepFirstVersions(app.platform);
  expect(await versionsOf(old.id)).toMatchObject([{ changes: null, made_by: null }]);
  await keepAfterChange(app.platform, { ...data, profile_id: "0190aaaa-bbbb-7ccc-8ddd-0000000000ff" });
  const waiting = await app.platform.database.run<{ keys: number; all: number }>(
    {
      name: "count_version_jobs",
      text: "select count(distinct singleton_key)::int as keys, count(*)::int as all from jobs.job where data->>'job' = 'page-versions.keep' and data->'data'->>'profile_id' = $1",
    },
    [old.id],
  );
  expect(waiting).toEqual([{ keys: 1, all: 1 }]);
});

it("a change of many links is one of each of their pages", async () => {
  const [one, other] = [await makePage("Many 1"), await makePage("Many 2")];
  const ids = [];
  for (const { id } of [one, other])
    ids.push((await addLink(id, { title: "A", url: "https://a.example" })).id);
  const change = { selection: { ids }, change: { action: "hide" }, undo_id: randomUUID() };
  expect((await owner.api("POST", "/links/changes", change)).body.count).toBe(2);
  const [event] = (await eventsOf(app)).filter(({ name }) => name === "links.changed");
  const jobs = versionJobsAfter(event as never, app.platform.now());
  expect(jobs.map(({ data }) => data.profile_id).sort()).toEqual([one.id, other.id].sort());
});

it("many links come back together, and are put in order once", async () => {
  const { id } = await makePage("Many back");
  for (let n = 0; n < 12; n++) await addLink(id, { kind: "heading", title: `L${n}` });
  const before = await pageOf(id);
  const version = await keep(id);
  const change = { selection: { all: true, filter: { profile_id: id } }, change: { action: "delete" } };
  expect((await owner.api("POST", "/links/changes", { ...change, undo_id: randomUUID() })).body.count).toBe(
    12,
  );
  const statements = (await transactionsDuring(() => restore(id, version))).flat();
  expect((await pageOf(id)).links).toEqual(before.links);
  expect(statements.filter((text) => text.startsWith("update links set position")).length).toBeLessThan(4);
});
