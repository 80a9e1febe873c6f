import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

/** Pinning keeps the generator from taking the server's time, where the system can do it. */
const canPin = availableParallelism() > 1 && spawnSync("taskset", ["--version"]).status === 0;

/** The words that start a program on a core of its own: the server's or the generator's. */
export function onCoreOf(what: "server" | "generator"): string[] {
  return canPin ? ["taskset", "-c", what === "server" ? "0" : "1"] : [];
}

export const pinning = canPin ? "server on core 0, load generator on core 1" : "not pinned to cores";
