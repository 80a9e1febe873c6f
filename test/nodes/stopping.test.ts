import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PostgresServer, startPostgres } from "#test/harness/postgres.ts";
import { publish, signUp } from "./creator.ts";
import { EventLoad } from "./event-load.ts";
import { startNode } from "./node-process.ts";
import { embeddedStore, postgresStore } from "./stores.ts";
import { until } from "./until.ts";

const EVENTS_BEFORE = 500;
const STOP_MS_MAX = 5_000;
const START_MS_MAX = 3_000;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

describe("a process that is asked to stop under load", () => {
  for (const kind of ["the embedded database", "PostgreSQL"]) {
    it(`ends within 5 s, loses nothing it acknowledged, and starts again within 3 s on ${kind}`, async ({
      onTestFinished,
    }) => {
      const store = kind === "PostgreSQL" ? await postgresStore(server) : await embeddedStore();
      onTestFinished(store.remove);
      const node = await startNode(store);
      onTestFinished(async () => void (await node.end("SIGKILL")));
      const load = new EventLoad([await publish(await signUp(node.url), "Mia")]);
      const running = load.run(node.url);
      await until("the load is under way", 10_000, () => load.size > EVENTS_BEFORE);
      const asked = performance.now();
      const { code, stderr } = await node.end("SIGTERM");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(performance.now() - asked).toBeLessThan(STOP_MS_MAX);
      await running;

      const again = await startNode(store);
      onTestFinished(async () => void (await again.end("SIGKILL")));
      expect(again.startedInMs).toBeLessThan(START_MS_MAX);
      await load.settle(again.url);
      expect((await again.end("SIGTERM")).code).toBe(0);
      await load.expectCounted(store);
    });
  }
});
