import { spawnSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import type { BenchEnvironment } from "./environment.ts";
import { alternate, type Measured, result } from "./measurement.ts";

/** V8 gives back what a start took once it has been idle for some 8 s. */
const IDLE_MS = 15_000;
const IDLE_ROUNDS = 3;

/** Resident memory in MB after a first start, once the process is idle. */
async function idleMegabytes(stage: BenchEnvironment, databaseUrl?: string): Promise<number> {
  const node = await stage.product(databaseUrl);
  await wait(IDLE_MS);
  const { stdout } = spawnSync("ps", ["-o", "rss=", "-p", String(node.pid)], { encoding: "utf8" });
  await node.end("SIGTERM");
  return Number(stdout) / 1024;
}

/**
 * With the embedded database, which runs inside the process, relative to the same process on a PostgreSQL
 * server.
 */
export async function measureMemory(stage: BenchEnvironment): Promise<Measured> {
  const databaseUrl = await stage.database();
  const measured = await alternate(
    () => idleMegabytes(stage),
    () => idleMegabytes(stage, databaseUrl),
    IDLE_ROUNDS,
  );
  return {
    ...result("MB", measured),
    note: `idle for ${IDLE_MS / 1000} s after a first start; embedded database over PostgreSQL (whose own memory is not in it)`,
    promises: [{ text: "≤ 300 MB", isKept: measured.value <= 300 }],
  };
}
