import { readFileSync } from "node:fs";

/** What a process has in memory, in MB. Only Linux tells it this way. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
