import { afterAll, beforeAll, expect, it } from "vitest";
import { Client } from "#test/harness/client.ts";
import { expectOk, type PublishedProfile, publish, signUp } from "./creator.ts";
import { type NodeProcess, startNode } from "./node-process.ts";
import { postgresStore, removeFolders, type Store } from "./stores.ts";
import { waitUntil } from "./wait-until.ts";

/** When to give up, on the busiest machine. It takes about 20 ms. */
const SEEN_MS_MAX = 120_000;

const TIKTOK =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 musical_ly_36.5.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en";

let store: Store;
let here: NodeProcess;
let there: NodeProcess;
let founder: Client;
let profile: PublishedProfile;

beforeAll(async () => {
  store = await postgresStore();
  here = await startNode(store);
  founder = await signUp(here.url);
  profile = await publish(founder, "Mia Moreno");
  await expectOk(founder.api("PATCH", `/profiles/${profile.id}`, { tiktok_fallback_enabled: true }));
  there = await startNode(store);
});
afterAll(async () => {
  await Promise.all([here?.end("SIGKILL"), there?.end("SIGKILL")]);
  await removeFolders();
});

async function offered({ url }: NodeProcess): Promise<boolean> {
  const answer = await new Client(url).call("GET", `/${profile.username}`, undefined, {
    "user-agent": TIKTOK,
  });
  expect(answer.body).toContain("Open in Browser");
  return /data-way="x-safari"/.test(answer.body as string);
}

const seen = (node: NodeProcess, wanted: boolean) =>
  waitUntil(`the way out at ${node.url}`, SEEN_MS_MAX, async () => (await offered(node)) === wanted);

it("a way out that's changed on one node is what visitors get on all, also after a restart, until it's undone", async () => {
  expect([await offered(here), await offered(there)]).toEqual([true, true]);
  await expectOk(founder.api("PUT", "/admin/ways-out/tiktok/ios", { from_version: "36", ways: [] }));
  await Promise.all([seen(here, false), seen(there, false)]);
  await there.end("SIGKILL");
  there = await startNode(store);
  expect(await offered(there)).toBe(false);
  await expectOk(founder.api("PUT", "/admin/ways-out/tiktok/ios", { from_version: "36", ways: null }));
  await Promise.all([seen(here, true), seen(there, true)]);
});
