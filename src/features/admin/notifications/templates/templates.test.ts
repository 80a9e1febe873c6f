// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { TEMPLATES_MAX } from "../rules.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());

const PATH = "/admin/notifications/templates";
const words = (title: string) => ({ title, text: "We’re back soon.", button: "" });
const NOTHING = { title: "", text: "", button: "" };
const parts = (title = "Maintenance", more: object = {}) => ({
  name: "Maintenance",
  versions: { en: words(title), es: NOTHING },
  channels: ["in_app", "email"],
  target: "links",
  ...more,
});
const save = (id: string, version: number, more: object = parts(), by = founder) =>
  by.api("PUT", `${PATH}/${id}`, { version, ...more });
const history = async (id: string) => (await founder.api("GET", `${PATH}/${id}/history`)).body.items;
const restore = (id: string, version: number) => founder.api("POST", `${PATH}/${id}/restore`, { version });

it("keeps each save as a version, with who and when, and brings an older one back as the newest", async () => {
  const id = randomUUID();
  expect((await save(id, 0)).body).toMatchObject({ id, version: 1, by: "Fay Founder", target: "links" });
  const admin = await app.signUp({ name: "Ada Admin" });
  await app.platform.db.execute(sql`update users set role = 'admin' where id = ${admin.id}`);
  expect((await save(id, 1, parts("Later", { name: "Works" }), admin)).body).toMatchObject({ version: 2 });
  expect((await founder.api("GET", PATH)).body.items).toMatchObject([
    { id, version: 2, name: "Works", by: "Ada Admin" },
  ]);
  expect((await restore(id, 1)).body).toMatchObject({ version: 3, name: "Maintenance", by: "Fay Founder" });
  // Pressed twice, and saved as it is: nothing new.
  expect((await restore(id, 1)).body.version).toBe(3);
  expect((await save(id, 3)).body.version).toBe(3);
  expect((await history(id)).map((one: { version: number; by: string }) => [one.version, one.by])).toEqual([
    [3, "Fay Founder"],
    [2, "Ada Admin"],
    [1, "Fay Founder"],
  ]);
  // Their versions outlive people.
  await app.platform.db.execute(sql`delete from users where id = ${admin.id}`);
  expect((await history(id))[1]).toMatchObject({ version: 2, by: null });
  expect((await restore(id, 9)).body.code).toBe("BROADCAST_TEMPLATE_VERSION_NOT_FOUND");
});

it("overwrites nothing that a colleague saved meanwhile, and takes a double click as one", async () => {
  const id = randomUUID();
  const both = await Promise.all([save(id, 0), save(id, 0)]);
  expect(both.map(({ body }) => body.version)).toEqual([1, 1]);
  await save(id, 1, parts("Theirs"));
  expect((await save(id, 1, parts("Mine"))).body.code).toBe("BROADCAST_TEMPLATE_CHANGED");
  expect((await history(id))[0].versions.en.title).toBe("Theirs");
});

it("starts messages that remember it and its version, and stay as they are once it's deleted", async () => {
  const [id, message, other] = [randomUUID(), randomUUID(), randomUUID()];
  await save(id, 0);
  await save(id, 1, parts("Newer"));
  const { name: _, ...said } = parts();
  const draft = { ...said, audience: { match: "all", rules: [] }, is_urgent: false };
  const start = (which: string, template?: object) =>
    founder.api("PUT", `/admin/notifications/${which}`, { ...draft, ...(template && { template }) });
  const origin = { id, name: "Maintenance", version: 1 };
  expect((await start(message, { id, version: 1 })).body.template).toEqual(origin);
  expect((await start(other, { id, version: 7 })).body.code).toBe("BROADCAST_TEMPLATE_GONE");
  expect((await start(other, { id: "no\u0000id", version: 1 })).body.code).toBe("BROADCAST_TEMPLATE_GONE");
  expect((await founder.api("DELETE", `${PATH}/${id}`)).body).toEqual({ id });
  expect((await start(message)).body).toMatchObject({ template: origin, state: "draft" });
  expect((await start(other, { id, version: 1 })).body.code).toBe("BROADCAST_TEMPLATE_GONE");
  // Someone who still had it open can't bring it back to life by accident.
  expect((await save(id, 2, parts("Ghost"))).body.code).toBe("BROADCAST_TEMPLATE_NOT_FOUND");
  const events = (await eventsOf(app)).map((event) => event.name);
  expect(events).toContain("broadcast.template_saved");
  expect(events).toContain("broadcast.template_removed");
});

it("needs a name and room, and doesn't exist by any other id, or for anyone but staff", async () => {
  expect((await save(randomUUID(), 0, parts("x", { name: "  " }))).body.code).toBe(
    "BROADCAST_TEMPLATE_UNNAMED",
  );
  for (const id of [randomUUID(), "no%00id"]) {
    const answers = [
      await founder.api("GET", `${PATH}/${id}/history`),
      await restore(id, 1),
      await founder.api("DELETE", `${PATH}/${id}`),
      await save(id, 1),
    ];
    for (const { body } of answers) expect(body.code).toBe("BROADCAST_TEMPLATE_NOT_FOUND");
  }
  const member = await app.signUp();
  expect((await save(randomUUID(), 0, parts(), member)).status).toBe(404);
  await app.platform.db.execute(
    sql`insert into broadcast_templates (id, version, created_at)
        select gen_random_uuid(), 1, now() from generate_series(1, ${TEMPLATES_MAX})`,
  );
  expect((await save(randomUUID(), 0)).body.code).toBe("BROADCAST_TEMPLATE_LIMIT");
});
