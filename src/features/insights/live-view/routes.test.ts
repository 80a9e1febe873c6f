// @project server-postgres
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { SAFARI } from "#test/harness/sse.ts";
import { REMEMBERED_MS } from "./rules.ts";

let app: TestApp;
let owner: Client;
let profileId = "";
beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
  app.clock.set("2026-03-10T12:00:00Z");
  owner = await app.signUp();
  profileId = (await owner.api("POST", "/profiles", { name: "Ada" })).body.id;
});
afterAll(() => app?.close());

const now = async () => {
  app.clock.advance(REMEMBERED_MS);
  return (await owner.api("GET", `/profiles/${profileId}/analytics/now`)).body;
};
const view = (profile_id: string, session_id: string, agent = SAFARI) =>
  app
    .visitor()
    .call("POST", "/api/v1/views", { id: randomUUID(), profile_id, session_id }, { "user-agent": agent });

it("shows who’s there now, on all pages that one may see, and nobody’s id", async () => {
  const other = (await owner.api("POST", "/profiles", { name: "Other" })).body.id;
  const link = { title: "Shop", url: "https://example.com" };
  const link_id = (await owner.api("POST", `/profiles/${profileId}/links`, link)).body.id;
  await view(profileId, "long-ago");
  app.clock.advance(20 * 60_000);
  await view(profileId, "visit-one", `${SAFARI} Instagram 300.0`);
  await view(profileId, "visit-one", `${SAFARI} Instagram 300.0`);
  await view(profileId, "robot", "Googlebot/2.1");
  await view(other, "visit-two");
  const events = [{ id: randomUUID(), session_id: "visit-one", link_id }];
  await app
    .visitor()
    .call("POST", "/api/v1/clicks", { events }, { "user-agent": `${SAFARI} Instagram 300.0` });
  const shown = await now();
  expect(shown.spans.map(({ links, apps, countries, ...rest }: Record<string, unknown>) => rest)).toEqual([
    { minutes: 5, visits: 1, views: 2, clicks: 1 },
    { minutes: 30, visits: 2, views: 3, clicks: 1 },
  ]);
  expect(shown.spans[0]).toMatchObject({
    links: [{ key: link_id, label: "Shop", clicks: 1 }],
    apps: [{ key: "instagram", label: "Instagram", visits: 1 }],
    countries: [{ key: "UNKNOWN", label: "Unknown", visits: 1, views: 2, clicks: 1 }],
  });
  expect(shown.pages).toEqual([
    { id: expect.any(String), name: expect.any(String), last_5: 1, last_30: expect.any(Number) },
    { id: expect.any(String), name: expect.any(String), last_5: 1, last_30: expect.any(Number) },
  ]);
  expect(JSON.stringify(shown)).not.toMatch(/visit-|long-ago/);
  app.clock.advance(6 * 60_000);
  expect((await now()).spans.map(({ visits }: { visits: number }) => visits)).toEqual([0, 2]);
  app.clock.advance(30 * 60_000);
  expect(await now()).toMatchObject({ pages: [], spans: [{ visits: 0 }, { visits: 0, countries: [] }] });
});

it("isn’t found by anyone else", async () => {
  const stranger = await app.signUp();
  const answer = await stranger.api("GET", `/profiles/${profileId}/analytics/now`);
  expect([answer.status, answer.body.code]).toEqual([404, "PROFILE_NOT_FOUND"]);
});
