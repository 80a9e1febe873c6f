import { afterAll, expect, it } from "vitest";
import { startNode } from "./node-process.ts";
import { embeddedStore, removeFolders } from "./stores.ts";
import { sendDuringCrashes, WEBHOOK_SETTINGS } from "./webhooks-crash.ts";

const KILLS = 2;

afterAll(removeFolders);

it("a process killed with -9 loses no webhook of what it has committed", async () => {
  const store = await embeddedStore();
  const start = () => startNode({ ...store, env: WEBHOOK_SETTINGS });
  const arrivals = await sendDuringCrashes({
    kills: KILLS,
    start,
    async eventIds(name) {
      const rows = await store.rows<{ id: string }>(`select id::text from events where name = '${name}'`);
      return rows.map(({ id }) => id);
    },
  });
  expect(arrivals.length).toBeGreaterThan(KILLS);
});
