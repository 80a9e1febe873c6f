// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let owner: Client;
let profileId = "";
beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
  owner = await app.signUp({ name: "Olga" });
  profileId = (await owner.api("POST", "/profiles", { name: "History" })).body.id;
});
afterAll(() => app?.close());

const make = async () =>
  (await owner.api("POST", `/profiles/${profileId}/links`, { title: "One", url: "one.example" })).body;
const historyOf = (id: string, who = owner) => who.api("GET", `/links/${id}/history`);
const patch = (id: string, fields: object) => owner.api("PATCH", `/links/${id}`, fields);

it("says who changed what and when, and each change can be taken back through the same form", async () => {
  const { id } = await make();
  expect((await historyOf(id)).body.items).toEqual([]);
  await patch(id, { title: "Two" });
  await patch(id, { title: "Two" });
  await patch(id, { url: "two.example", notes: "Mind", expires_clicks: 5, password: "open sesame" });
  await patch(id, { title: "Three", expires_at: "2099-01-01T00:00:00.000Z" });
  const { items } = (await historyOf(id)).body;
  expect(items).toMatchObject([
    {
      who: "Olga",
      changes: [
        { field: "title", before: "Two", after: "Three" },
        { field: "expires_at", before: null },
      ],
      restores: { title: "Two", expires_at: null },
    },
    {
      changes: expect.arrayContaining([
        { field: "url", before: "https://one.example", after: "https://two.example" },
        { field: "password", before: null, after: null },
      ]),
      restores: {
        title: "Two",
        url: "https://one.example",
        notes: null,
        expires_clicks: null,
        expires_at: null,
      },
    },
    { restores: { title: "One" } },
  ]);
  expect(JSON.stringify(items)).not.toContain("scrypt");
  const back = await patch(id, items[2].restores);
  expect(back.body).toMatchObject({
    title: "One",
    url: "https://one.example",
    notes: null,
    has_password: true,
  });
  const after = (await historyOf(id)).body.items;
  expect(after).toHaveLength(4);
  expect(after.at(-1).restores).toEqual({});
  await patch(id, after[0].restores);
  expect((await historyOf(id)).body.items[0].changes.length).toBeGreaterThan(3);
  expect((await patch(id, {})).body.title).toBe("Three");
});

it("keeps 50 changes of a link, for whoever may edit it and nobody else", async () => {
  const { id } = await make();
  await patch(id, { title: "T0" });
  await app.platform.db.execute(sql`
    insert into link_versions select gen_random_uuid(), link_id, profile_id, user_id, changed_at, changed_through, changed_by,
      before, after from link_versions, generate_series(1, 60) where link_id = ${id}`);
  await patch(id, { title: "T1" });
  const { items } = (await historyOf(id)).body;
  expect(items).toHaveLength(50);
  for (const [who, link] of [
    [await app.signUp(), id],
    [owner, randomUUID()],
  ] as const)
    expect((await historyOf(link, who)).body.code).toBe("LINK_NOT_FOUND");
});
