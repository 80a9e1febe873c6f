// @project server-postgres
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { WAKE_EVERY_MS } from "#src/features/identity/live/rules.ts";
import { ANNOUNCE_EVERY_MS } from "#src/features/insights/clicks/rules.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { listenSse, viewPage } from "#test/harness/sse.ts";
import { READ_EVERY_MS } from "./rules.ts";

let app: TestApp;
let owner: Client;
let profileId = "";
beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
  profileId = (await owner.api("POST", "/profiles", { name: "Ada" })).body.id;
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => app?.close());

const listen = () => listenSse(owner, profileId);
const view = () => viewPage(app, profileId);

it("all listeners are told, about one view and about the one right after it", async () => {
  const [one, two] = [await listen(), await listen()];
  await view();
  await Promise.all([one.next(), two.next()]);
  await view();
  await Promise.all([one.next(), two.next()]);
  one.leave();
  two.leave();
});

it("a view is pushed to its owner's stream by its own commit, with all timers frozen", async () => {
  const views = async () =>
    (await owner.api("GET", `/profiles/${profileId}/analytics`)).body.totals.views as number;
  const before = await views();
  const stream = await listen();
  // Polling would wait for a timer, and none of these ever fires.
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval"] });
  expect((await view()).status).toBe(202);
  await stream.next();
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  expect(await views()).toBe(before + 1);
  stream.leave();
});

it("§10 a visit is on its owner's screen within two seconds: the waits on the way leave half a second for the rest", () => {
  expect(ANNOUNCE_EVERY_MS + WAKE_EVERY_MS + READ_EVERY_MS).toBeLessThanOrEqual(1500);
});
