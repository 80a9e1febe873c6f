// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pageChanged } from "#src/features/pages/profiles/signals.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { TargetCache } from "./target-cache.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await app.platform.db.execute(
    sql`insert into users (id, name, email) values ('ada', 'Ada', 'ada@example.com')`,
  );
});
afterAll(() => app.close());

async function makeLink(url = "https://example.com/old") {
  const { db } = app.platform;
  const [profile_id, link_id] = [randomUUID(), randomUUID()];
  await db.execute(sql`insert into client_profiles (id, name, username, user_id, created_at, updated_at)
    values (${profile_id}, 'P', ${profile_id}, 'ada', now(), now())`);
  await db.execute(sql`insert into links (id, profile_id, user_id, title, url, position, created_at, updated_at)
    values (${link_id}, ${profile_id}, 'ada', 'A', ${url}, 0, now(), now())`);
  return { profile_id, link_id };
}

const changed = (profile_id: string) =>
  app.platform.signals.deliver([{ name: pageChanged.name, payload: { profile_id, usernames: [] } }]);

it("remembers a profile with its links", async () => {
  const targets = new TargetCache(app.platform);
  const { profile_id, link_id } = await makeLink();
  const found = await targets.findLink(link_id);
  expect(found).toEqual({ profile_id, link_id, user_id: "ada", location: "https://example.com/old" });
  expect(targets.findLink(link_id)).toBe(found);
  expect(targets.findProfile(profile_id)).toEqual({ profile_id, user_id: "ada" });
});

it("doesn't keep what was read while the profile changed", async () => {
  const targets = new TargetCache(app.platform);
  const { profile_id, link_id } = await makeLink();
  const early = targets.findLink(link_id);
  const update = sql`update links set url = 'https://example.com/new' where id = ${link_id}`;
  await Promise.all([early, app.platform.db.execute(update), changed(profile_id)]);
  const late = targets.findLink(link_id);
  expect(late).toBeInstanceOf(Promise);
  expect(await late).toMatchObject({ location: "https://example.com/new" });
  expect(targets.findLink(link_id)).toMatchObject({ location: "https://example.com/new" });
});

it("doesn't make those who come after a change wait for what was read before it", async () => {
  const targets = new TargetCache(app.platform);
  const { profile_id, link_id } = await makeLink();
  const early = targets.findLink(link_id);
  await changed(profile_id);
  expect(targets.findLink(link_id)).not.toBe(early);
  await early;
});

it("copes with letters that no header can carry", async () => {
  const { link_id } = await makeLink("https://bücher.example/ü");
  const found = await new TargetCache(app.platform).findLink(link_id);
  expect(found?.location).toBe("https://xn--bcher-kva.example/%C3%BC");
});

it("forgets the oldest profiles when it remembers too many", async () => {
  const targets = new TargetCache(app.platform, { entriesMax: 4 });
  const made = [await makeLink(), await makeLink(), await makeLink()];
  for (const { link_id } of made) await targets.findLink(link_id);
  const isRemembered = made.map(({ link_id }) => !(targets.findLink(link_id) instanceof Promise));
  expect(isRemembered).toEqual([false, true, true]);
});
