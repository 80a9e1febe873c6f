// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { NEWS_PATH } from "#src/lib/paths.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { runBroadcast } from "./delivery.ts";
import { newsUrl } from "./news-link.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());

const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1";

/** Tells them one thing behind the bell and by e-mail. */
async function tell(email: string): Promise<string> {
  const id = randomUUID();
  const versions = {
    en: { title: "News", text: "One", button: "" },
    es: { title: "", text: "", button: "" },
  };
  const now = app.clock.now().toISOString();
  await app.platform.db.execute(sql`update users set email_verified = true where email = ${email}`);
  await app.platform.db.execute(sql`insert into broadcasts (id, versions, channels, target, audience, is_urgent, state, due_at, made_by, created_at)
    values (${id}, ${JSON.stringify(versions)}::jsonb, '{in_app,email,push}', 'links', '{"match":"all","rules":[]}'::jsonb, true, 'sending', ${now}, ${founder.id}, ${now})`);
  await runBroadcast(app.platform, { id });
  await app.platform.db.execute(
    sql`update mails set state = 'sent', tried_at = ${now} where template = 'notifications.news'`,
  );
  return id;
}
const figures = async (id: string) => (await founder.api("GET", `/admin/notifications/${id}/figures`)).body;
const later = (ms: number) => app.clock.set(new Date(app.clock.now().getTime() + ms).toISOString());
const follow = (url: string, { method = "GET", agent = SAFARI } = {}) =>
  fetch(url, { method, redirect: "manual", headers: { "user-agent": agent } });

it("counts the link in the e-mail once, for people and not for scanners, and leads to the message's own target", async () => {
  const reader = await app.signUp();
  const id = await tell(reader.email);
  const url = newsUrl(app.platform, { id, account: reader.id }).replace(
    app.platform.instance.publicUrl,
    app.url,
  );
  const clicked = async () => (await figures(id)).email.clicked;
  const target = `${app.platform.instance.publicUrl}/dashboard/links?account=${reader.id}`;
  const answer = await follow(`${url}?url=https://evil.example/&next=//evil.example`);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, target]);
  // At once, before anybody could have read it.
  expect(await clicked()).toBe(0);
  later(60_000);
  const machines = [
    { method: "HEAD" },
    { agent: "Googlebot/2.1" },
    { agent: "Barracuda Sentinel" },
    { agent: "" },
  ];
  for (const machine of machines) expect((await follow(url, machine)).status).toBe(302);
  expect(await clicked()).toBe(0);
  await Promise.all([follow(url), follow(url)]);
  expect(await clicked()).toBe(1);
  const stored = app.platform.vault.seal(
    "preferences.unsubscribe",
    JSON.stringify({ id, account: reader.id }),
  );
  for (const token of ["x", "%00", stored, `x${url.split("/").at(-1)}`])
    expect((await follow(app.url + NEWS_PATH + token)).status).toBe(404);
  const gone = newsUrl(app.platform, { id: randomUUID(), account: reader.id });
  expect((await follow(gone.replace(app.platform.instance.publicUrl, app.url))).status).toBe(404);
});

it("tells apart who opened it from the bell, from a device, or marked it as read", async () => {
  const readers = [await app.signUp(), await app.signUp(), await app.signUp()] as const;
  const id = await tell(readers[0].email);
  await app.platform.db.execute(
    sql`update broadcast_receivers set channels = '{in_app,push}' where broadcast_id = ${id}`,
  );
  const newsOf = async (reader: Client) =>
    (await reader.api("GET", "/notifications")).body.items.find(
      (one: { kind: string }) => one.kind === "news",
    ).id;
  const read = async (reader: Client, body: object) =>
    expect((await reader.api("POST", "/notifications/read", body)).status).toBe(200);
  await read(readers[0], { ids: [await newsOf(readers[0])], opened: "in_app" });
  await read(readers[1], { ids: [await newsOf(readers[1])], opened: "push" });
  await read(readers[2], { all: true });
  expect(await figures(id)).toMatchObject({
    in_app: { seen: 3, clicked: 1, dismissed: 1 },
    push: { clicked: 1 },
  });
  // Opened after all, and then again from elsewhere: the first time counts.
  await read(readers[2], { ids: [await newsOf(readers[2])], opened: "in_app" });
  await read(readers[2], { ids: [await newsOf(readers[2])], opened: "push" });
  // Somebody else's isn't theirs to open.
  await read(readers[0], { ids: [await newsOf(founder)], opened: "push" });
  expect(await figures(id)).toMatchObject({
    in_app: { seen: 3, clicked: 2, dismissed: 0 },
    push: { clicked: 1 },
  });
});
