// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { LOOKS } from "../looks-rules.ts";
import { GALLERY_MAX, THEMES_MAX, themeFile } from "./theme-file-rules.ts";

let app: TestApp;
let owner: Client;
beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
});
afterAll(() => app.close());

const create = (fields: object = {}) => owner.api("POST", "/themes", { name: "Ours", theme: {}, ...fields });
const names = async (who = owner) =>
  (await who.api("GET", "/themes")).body.items.map(({ name }: { name: string }) => name);

it("a theme is kept once, for its account alone, and deleted", async () => {
  const [look] = LOOKS.slice(5);
  const id = randomUUID();
  const made = await create({ id, name: "  Neon \n 2 ", theme: look?.theme });
  expect([made.status, made.body.name, made.body.theme]).toEqual([201, "Neon 2", look?.theme]);
  expect((await create({ id, name: "Again" })).body).toEqual(made.body);
  expect(await names()).toEqual(["Neon 2"]);
  const stranger = await app.signUp();
  expect(await names(stranger)).toEqual([]);
  expect((await stranger.api("DELETE", `/themes/${made.body.id}`)).body.code).toBe("THEME_NOT_FOUND");
  expect((await stranger.api("POST", "/themes", { id, name: "Mine", theme: {} })).body.name).toBe("Mine");
  expect((await owner.api("DELETE", `/themes/${made.body.id}`)).body).toEqual(made.body);
  expect(await names()).toEqual([]);
  const announced = (await eventsOf(app, made.body.id)).map(({ name }) => name);
  expect(announced).toEqual(["theme.saved", "theme.deleted"]);
});

it.each([
  [{ name: " " }, "THEME_NAME_REQUIRED"],
  [{ theme: { theme_color: "red" } }, "COLOR_INVALID"],
  [{ theme: { pattern: "paisley" } }, "CHOICE_INVALID"],
  [{ theme: { background_angle: 361 } }, "ANGLE_INVALID"],
  [{ theme: { background_colors: ["#111111", "#222222", "#333333"] } }, "BACKGROUND_COLORS_MAX"],
])("%j is refused as %s", async (fields, code) => {
  const { status, body } = await create(fields);
  expect([status, body.code]).toEqual([400, code]);
});

const ROOM = 2;
const STORED = sql`gen_random_uuid(), 'T', '{}', now()`;

it("an account keeps a limited number of them, however many are saved at once", async () => {
  const many = await app.signUp();
  const add = () => many.api("POST", "/themes", { name: "More", theme: {} });
  await app.platform.db.execute(sql`insert into themes (user_id, id, name, theme, created_at)
    select ${many.id}, ${STORED} from generate_series(1, ${THEMES_MAX - ROOM})`);
  const kept = await Promise.all(Array.from({ length: ROOM + 2 }, add));
  expect(kept.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
  expect((await add()).body.code).toBe("THEME_LIMIT");
  expect(await names(many)).toHaveLength(THEMES_MAX);
  expect(themeFile("T1", (await create({ name: "T1" })).body.theme)).toContain('"name": "T1"');
});

const offer = (fields: object = {}, who = owner) =>
  who.api("POST", "/theme-gallery", { name: "House", theme: {}, ...fields });
const gallery = async (who: Client) =>
  (await who.api("GET", "/theme-gallery")).body.items.map(({ name }: { name: string }) => name);

it("staff offer a copy to everyone, once, and taking it back changes no page", async () => {
  const [look] = LOOKS.slice(7);
  const saved = (await create({ name: "House style", theme: look?.theme })).body;
  const { id, name, theme } = saved;
  const offered = await offer({ id, name, theme });
  expect([offered.status, offered.body]).toMatchObject([201, { id, name, theme: look?.theme }]);
  expect((await offer({ id, name: "Again" })).body).toEqual(offered.body);
  await owner.api("DELETE", `/themes/${id}`);
  const creator = await app.signUp();
  expect(await gallery(creator)).toEqual(["House style"]);
  const page = (await creator.api("POST", "/profiles", { name: "Mine" })).body;
  await creator.api("PATCH", `/profiles/${page.id}`, { theme_settings: offered.body.theme });
  expect((await creator.api("DELETE", `/theme-gallery/${id}`)).status).toBe(404);
  expect((await offer({}, creator)).status).toBe(404);
  expect((await owner.api("DELETE", `/theme-gallery/${id}`)).body).toEqual(offered.body);
  expect(await gallery(creator)).toEqual([]);
  for (const gone of [id, "nothing"])
    expect((await owner.api("DELETE", `/theme-gallery/${gone}`)).body.code).toBe("THEME_NOT_FOUND");
  const now = (await creator.api("GET", `/profiles/${page.id}`)).body.theme_settings;
  expect(now).toMatchObject(look?.theme ?? {});
  const announced = (await eventsOf(app, id)).map((event) => event.name);
  expect(announced).toEqual(["theme.saved", "theme.offered", "theme.deleted", "theme.taken_back"]);
});

it.each([
  [{ name: " " }, "THEME_NAME_REQUIRED"],
  [{ theme: { theme_color: "red" } }, "COLOR_INVALID"],
  [{ theme: { pattern: "paisley" } }, "CHOICE_INVALID"],
  [{ theme: { background_angle: 361 } }, "ANGLE_INVALID"],
  [{ theme: { background_colors: ["#111111", "#222222", "#333333"] } }, "BACKGROUND_COLORS_MAX"],
])("offered as %j, a theme is refused as %s", async (fields, code) => {
  const { status, body } = await offer(fields);
  expect([status, body.code]).toEqual([400, code]);
});

it("the gallery has room for a limited number, however many are offered at once", async () => {
  await app.platform.db.execute(sql`insert into gallery_themes (id, name, theme, created_at)
    select ${STORED} from generate_series(1, ${GALLERY_MAX - ROOM})`);
  const kept = await Promise.all(Array.from({ length: ROOM + 2 }, () => offer()));
  expect(kept.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
  expect((await offer()).body.code).toBe("GALLERY_LIMIT");
  expect(await gallery(owner)).toHaveLength(GALLERY_MAX);
});
