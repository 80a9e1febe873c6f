// @project server-postgres
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hasLook, LOOKS } from "#src/features/pages/profiles/looks-rules.ts";
import { STARTERS } from "#src/features/pages/profiles/starter-rules.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { eventsOf } from "#test/harness/events.ts";
import spanish from "./spanish.json" with { type: "json" };
import { CODES, starterIn } from "./starter-files.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it.each([
  ["en", STARTERS],
  ["es", ["shop"]],
] as const)("a starter of each trade makes a page, whole and hidden, in %s", async (language, trades) => {
  const owner = await app.signUp();
  const create = (fields: object) =>
    owner.api("POST", "/profiles/from-starter", { id: randomUUID(), name: "Mia", language, ...fields });
  const { items } = (await owner.api("GET", `/page-starters?language=${language}`)).body;
  expect(items.map(({ key }: { key: string }) => key)).toEqual(STARTERS);
  for (const starter of trades) {
    const [id, { profile, links }] = [randomUUID(), starterIn(starter, language)];
    const { status, body } = await create({ id, starter, name: `My ${starter}` });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ ...profile, name: `My ${starter}`, status: "active" });
    expect(LOOKS.some((look) => hasLook(body.theme_settings, look))).toBe(true);
    const rows = (await owner.api("GET", `/profiles/${body.id}/links`)).body.items;
    const named = links.map(({ id: _, title, ...link }: { id?: string; title?: string }) =>
      title ? { title, ...link } : link,
    );
    expect(rows).toMatchObject(named);
    expect(rows.every((row: { is_visible: boolean }) => !row.is_visible)).toBe(true);
  }
  const [last, ...others] = (await owner.api("GET", "/profiles")).body.items;
  expect(others).toHaveLength(trades.length - 1);
  expect(await eventsOf(app, last.id)).toContainEqual(
    expect.objectContaining({
      name: "page_import.applied",
      payload: expect.objectContaining({ service: "starter" }),
    }),
  );
});

it("a starter needs a name, keeps one's own notes, and makes nothing that's in the trash again", async () => {
  const owner = await app.signUp();
  const id = randomUUID();
  const create = (fields: object) =>
    owner.api("POST", "/profiles/from-starter", { id, starter: "coach", name: "Mia", ...fields });
  expect((await create({ name: " " })).body.code).toBe("NAME_REQUIRED");
  expect((await create({ starter: "astronaut" })).status).toBe(400);
  const made = (await create({ notes: "For spring" })).body;
  expect(made.notes).toBe("For spring");
  // Sent twice, it's made once.
  expect((await create({ name: "Other" })).body).toEqual(made);
  await owner.api("DELETE", `/profiles/${made.id}`);
  expect((await create({})).body.code).toBe("PROFILE_NOT_FOUND");
  for (let n = 0; n < 10; n++) await owner.api("POST", "/profiles", { name: `P${n}` });
  expect((await create({ id: randomUUID() })).body.code).toBe("PROFILE_LIMIT");
});

it("every text of the starters has its Spanish, and nothing else has", () => {
  const texts = new Set<string>();
  const addTexts = (value: unknown): void => {
    if (typeof value === "string" && value !== "") texts.add(value);
    else if (value && typeof value === "object")
      for (const [name, part] of Object.entries(value)) if (!CODES.has(name)) addTexts(part);
  };
  for (const key of STARTERS) addTexts(starterIn(key, "en"));
  expect([...texts].sort()).toEqual(Object.keys(spanish).sort());
});
