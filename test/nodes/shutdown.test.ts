import { afterAll, describe, expect, it } from "vitest";
import { publish, signUp } from "./creator.ts";
import { EventLoad } from "./event-load.ts";
import { startNode } from "./node-process.ts";
import { embeddedStore, postgresStore, removeFolders } from "./stores.ts";
import { waitUntil } from "./wait-until.ts";

const EVENTS_BEFORE = 200;

afterAll(removeFolders);

describe("a process that's asked to stop under load", () => {
  for (const kind of ["the embedded database", "PostgreSQL"]) {
    it(`shuts down in order, loses nothing it acknowledged, and starts again on ${kind}`, async ({
      onTestFinished,
    }) => {
      const store = kind === "PostgreSQL" ? await postgresStore() : await embeddedStore();
      const node = await startNode(store);
      onTestFinished(async () => void (await node.end("SIGKILL")));
      const load = new EventLoad([await publish(await signUp(node.url), "Mia")]);
      const running = load.run(node.url);
      await waitUntil("the load is under way", 60_000, () => load.size > EVENTS_BEFORE);
      // A process that needs longer than its limit of 4 s ends itself with code 1.
      const { code, stderr } = await node.end("SIGTERM");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      await running;

      const again = await startNode(store);
      onTestFinished(async () => void (await again.end("SIGKILL")));
      await load.settle(again.url);
      expect((await again.end("SIGTERM")).code).toBe(0);
      await load.expectCounted(store);
    });
  }
});
