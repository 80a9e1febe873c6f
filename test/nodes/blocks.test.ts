import { afterAll, beforeAll, expect, it } from "vitest";
import { Client } from "#test/harness/client.ts";
import { expectOk, type PublishedProfile, publish, signUp } from "./creator.ts";
import { type NodeProcess, startNode } from "./node-process.ts";
import { postgresStore, removeFolders, type Store } from "./stores.ts";
import { waitUntil } from "./wait-until.ts";

/** When to give up, on the busiest machine. It takes about 20 ms. */
const SEEN_MS_MAX = 120_000;

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
  there = await startNode(store);
});
afterAll(async () => {
  await Promise.all([here?.end("SIGKILL"), there?.end("SIGKILL")]);
  await removeFolders();
});

const visit = async ({ url }: NodeProcess, agent = "Scraper/9 (all)") =>
  (await new Client(url).call("GET", `/${profile.username}`, undefined, { "user-agent": agent })).status;

const seen = (node: NodeProcess, status: number) =>
  waitUntil(`${status} at ${node.url}`, SEEN_MS_MAX, async () => (await visit(node)) === status);

it("what’s blocked on one node is blocked on all while requests come in, and after a restart, until it’s removed", async () => {
  const answers = new Set<number>([await visit(there)]);
  const visitor = (async () => {
    while (!answers.has(403)) answers.add(await visit(there));
  })();
  const block = { kind: "user_agent", value: "scraper/*", reason: "Copies whole pages" };
  const { id } = await expectOk(founder.api("POST", "/admin/security/blocks", block));
  await Promise.all([seen(here, 403), seen(there, 403)]);
  await visitor;
  expect([...answers]).toEqual([200, 403]);
  expect(await visit(there, "Firefox/140.0")).toBe(200);

  await there.end("SIGKILL");
  there = await startNode(store);
  expect(await visit(there)).toBe(403);
  await founder.api("DELETE", `/admin/security/blocks/${id}`);
  await Promise.all([seen(here, 200), seen(there, 200)]);
});
