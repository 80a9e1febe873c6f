import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startNode } from "#test/nodes/node-process.ts";
import { sendDuringCrashes, WEBHOOK_SETTINGS } from "#test/nodes/webhooks-crash.ts";
import { pinnedTo } from "./cpu-affinity.ts";
import type { BenchEnvironment } from "./environment.ts";
import { type Measured, median, result } from "./measurement.ts";

const KILLS = 20;
const SECOND_MS = 1000;
const SECONDS_PROMISED = 2;

/** From a change to its webhook, while the process is killed again and again. None may be lost. */
export async function measureWebhooks(stage: BenchEnvironment): Promise<Measured> {
  const databaseUrl = await stage.database();
  const database = await stage.connect(databaseUrl);
  const data = await mkdtemp(join(tmpdir(), "fanfare-bench-"));
  try {
    const arrivals = await sendDuringCrashes({
      kills: KILLS,
      start: () => startNode({ data, databaseUrl, env: WEBHOOK_SETTINGS, launcher: pinnedTo("server") }),
      async eventIds(name) {
        const { rows } = await database.query("select id::text from events where name = $1", [name]);
        return rows.map(({ id }) => id);
      },
    });
    const seconds = arrivals.map(({ ms }) => ms / SECOND_MS);
    const value = median(seconds);
    const twice = arrivals.filter(({ copies }) => copies > 1).length;
    return {
      ...result("s", { value, reference: SECONDS_PROMISED }),
      note: `from the change to its webhook, PostgreSQL; ${KILLS} kills under ${arrivals.length} changes lost none, ${twice} arrived twice, the slowest took ${Math.max(...seconds).toFixed(1)} s`,
      promises: [{ text: "≤ 2 s, none lost", isKept: value <= SECONDS_PROMISED }],
    };
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}
