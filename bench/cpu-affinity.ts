import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

/** Pinning, where the system supports it, keeps the generator from taking CPU time from the server. */
const canPin = availableParallelism() > 1 && spawnSync("taskset", ["--version"]).status === 0;

/** The command prefix that pins a program to its own core: the server's or the generator's. */
export function pinnedTo(what: "server" | "generator"): string[] {
  return canPin ? ["taskset", "-c", what === "server" ? "0" : "1"] : [];
}

export const pinning = canPin ? "server on core 0, load generator on core 1" : "not pinned to cores";
