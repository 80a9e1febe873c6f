import { spawnSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { inTurns, type Measured, result } from "./figure.ts";
import type { Stage } from "./stage.ts";

const IDLE_MS = 3_000;

/** Resident memory in MB after a few idle seconds. */
async function idleMegabytes(stage: Stage, databaseUrl?: string): Promise<number> {
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
export async function measureMemory(stage: Stage): Promise<Measured> {
  const databaseUrl = await stage.database();
  const measured = await inTurns(
    () => idleMegabytes(stage),
    () => idleMegabytes(stage, databaseUrl),
  );
  return {
    ...result("MB", measured),
    note: `idle for ${IDLE_MS / 1000} s after the start; embedded database over PostgreSQL (whose own memory is not in it)`,
    promises: [],
  };
}
