import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { publish, signUp } from "./creator.ts";
import { EventLoad } from "./event-load.ts";
import { expectNoJobLost } from "./jobs-crash.ts";
import { startNode } from "./node-process.ts";
import { embeddedStore, postgresStore, removeFolders, type Store } from "./stores.ts";
import { waitUntil } from "./wait-until.ts";

const KILLS = 5;
const LOAD_MS_MAX = 200;

afterAll(removeFolders);

/** Kills the process at random moments, again and again, and restarts it on the same data. */
async function killAgainAndAgain(
  store: Store,
  leaveNothing: (end: () => Promise<unknown>) => void,
): Promise<EventLoad> {
  let node = await startNode(store);
  leaveNothing(() => node.end("SIGKILL"));
  const owner = await signUp(node.url);
  const load = new EventLoad([
    await publish(owner, "Mia"),
    await publish(owner, "Noa"),
    await publish(owner, "Zoe"),
  ]);
  for (let kill = 0; kill < KILLS; kill++) {
    const before = load.size;
    const running = load.run(node.url);
    await waitUntil("events are acknowledged", 60_000, () => load.size > before);
    await wait(Math.random() * LOAD_MS_MAX);
    await node.end("SIGKILL");
    await running;
    node = await startNode(store);
  }
  await load.settle(node.url);
  expect((await node.end("SIGTERM")).code).toBe(0);
  return load;
}

const newStore = (kind: string): Promise<Store> =>
  kind === "PostgreSQL" ? postgresStore() : embeddedStore();

describe.concurrent.each(["the embedded database", "PostgreSQL"])(
  "a process killed with -9, again and again, on %s",
  (kind) => {
    it("under load stores every acknowledged event once", async ({ onTestFinished }) => {
      const store = await newStore(kind);
      const load = await killAgainAndAgain(store, (end) => onTestFinished(async () => void (await end())));
      expect(load.interrupted).toBeGreaterThan(KILLS);
      await load.expectCounted(store);
    });

    it("loses no e-mail, and its jobs continue where they were", async ({ onTestFinished }) => {
      await expectNoJobLost(await newStore(kind), (end) => onTestFinished(async () => void (await end())));
    });
  },
);
