import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { ANNOUNCE_EVERY_MS, READ_EVERY_MS, WAKE_EVERY_MS } from "./rules.ts";

const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

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

/** The owner's stream; `next` resolves when the server says that something was counted. */
async function listen() {
  const stop = new AbortController();
  const response = await fetch(`${app.url}/api/v1/profiles/${profileId}/analytics/live`, {
    headers: { cookie: owner.cookie },
    signal: stop.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    async next(): Promise<void> {
      while (!/data: .*"at".*\n/.test(text)) {
        const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
        if (done) throw new Error("The stream ended.");
        text += value;
      }
      text = "";
    },
    stop: () => stop.abort(),
  };
}

const view = () =>
  app
    .visitor()
    .call(
      "POST",
      "/api/v1/views",
      { id: randomUUID(), profile_id: profileId, session_id: "s" },
      { "user-agent": SAFARI },
    );

it("everyone who listens is told, of one view and of the one right after it", async () => {
  const [one, two] = [await listen(), await listen()];
  await view();
  await Promise.all([one.next(), two.next()]);
  await view();
  await Promise.all([one.next(), two.next()]);
  one.stop();
  two.stop();
});

it("a view is pushed to its owner's stream by its own commit, with every timer standing still", async () => {
  const views = async () =>
    (await owner.api("GET", `/profiles/${profileId}/analytics`)).body.totals.views as number;
  const before = await views();
  const stream = await listen();
  // Whoever polls waits for a timer, and none of these ever fires.
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval"] });
  expect((await view()).status).toBe(202);
  await stream.next();
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  expect(await views()).toBe(before + 1);
  stream.stop();
});

it("§1 a visit is on its owner's screen within two seconds: the waits on its way leave half a second for the rest", () => {
  expect(ANNOUNCE_EVERY_MS + WAKE_EVERY_MS + READ_EVERY_MS).toBeLessThanOrEqual(1500);
});
