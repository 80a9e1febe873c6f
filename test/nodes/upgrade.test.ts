import { afterAll, describe, expect, inject, it } from "vitest";
import { SERVER_FLAGS } from "../../bin/setup.mjs";
import { publish, signUp } from "./creator.ts";
import { EventLoad } from "./event-load.ts";
import { type NodeProcess, runToEnd, startNode } from "./node-process.ts";
import { buildOldVersion, OLD_VERSION } from "./old-version.ts";
import { expectStartRefusal } from "./start-refusal.ts";
import { postgresStore, removeFolders } from "./stores.ts";
import { waitUntil } from "./wait-until.ts";

/** How many more events are acknowledged between one step and the next. */
const EVENTS_BETWEEN = 300;

afterAll(removeFolders);

describe.runIf(OLD_VERSION)("an upgrade from the oldest version", () => {
  it("of two nodes, one after the other under load, loses no acknowledged click and counts none twice", async ({
    onTestFinished,
  }) => {
    const main = await buildOldVersion(OLD_VERSION as string);
    const store = await postgresStore(inject("postgres"), "template0");
    const start = async (command?: string[]) => {
      const node = await startNode({
        ...store,
        ...(command && { command }),
        env: { PUBLIC_URL: "http://localhost" },
      });
      onTestFinished(async () => void (await node.end("SIGKILL")));
      return node;
    };
    const old = [process.execPath, ...SERVER_FLAGS, main];
    const nodes = [await start(old), await start(old)];
    const migrationsOf = async () => (await store.rows("select name from schema_migrations")).length;
    const before = await migrationsOf();

    const owner = await signUp(nodes[0]?.url ?? "");
    const profiles = [await publish(owner, "Mia"), await publish(owner, "Noa")];
    // Each node has its visitors. Those of one that's gone go to whichever is there, as a proxy would send them.
    const load = new EventLoad(profiles);
    let isOver = false;
    const visitors = [0, 1].map(async (at) => {
      while (!isOver) await load.run((nodes[at] as NodeProcess).url);
    });
    const more = (what: string) => {
      const size = load.size;
      return waitUntil(what, 60_000, () => load.size > size + EVENTS_BETWEEN);
    };
    await more("both old nodes take events");
    for (const at of [0, 1]) {
      const replaced = nodes[at] as NodeProcess;
      // The new one migrates while the old ones take events.
      nodes[at] = await start();
      await more("old and new take events");
      expect((await replaced.end("SIGTERM")).code).toBe(0);
      await more("events go on");
    }
    isOver = true;
    load.stop();
    await Promise.all(visitors);
    await load.settle(nodes[0]?.url ?? "");
    expect(await migrationsOf()).toBeGreaterThanOrEqual(before);
    for (const { username } of profiles)
      expect((await fetch(`${nodes[1]?.url}/${username}`)).status).toBe(200);
    for (const node of nodes) expect((await node.end("SIGTERM")).code).toBe(0);
    await load.expectCounted(store);
    if ((await migrationsOf()) > before)
      expectStartRefusal(
        await runToEnd({ ...store, command: old }),
        /^A newer version of Fanfare has upgraded this database\./,
      );
  });
});
