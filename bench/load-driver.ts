import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pinnedTo } from "./cpu-affinity.ts";
import type { LoadPlan, LoadReport } from "./load-plan.ts";

const WARM_SECONDS = 0.5;
const SECONDS = 2;

/** Starts a program from this folder on its own core, with these arguments. */
export function spawnPinned(what: "server" | "generator", file: string, args: string[] = []): ChildProcess {
  const command = [...pinnedTo(what), process.execPath, resolve(import.meta.dirname, file), ...args];
  const [program = "", ...rest] = command;
  return spawn(program, rest, { stdio: ["pipe", "pipe", "inherit"] });
}

/** Puts load on a server and returns its requests per second. Fails on any wrong answer. */
export async function runLoad(
  plan: Partial<LoadPlan> & Pick<LoadPlan, "port" | "connections" | "requests">,
): Promise<number> {
  const whole: LoadPlan = {
    pipeline: 1,
    warmSeconds: WARM_SECONDS,
    seconds: SECONDS,
    picks: [],
    status: 200,
    ...plan,
  };
  const generator = spawnPinned("generator", "load.ts");
  generator.stdin?.end(JSON.stringify(whole));
  if (!generator.stdout) throw new Error("The load generator has no output.");
  const written = await text(generator.stdout);
  if (written === "") throw new Error("The load generator ended without a report.");
  const report = JSON.parse(written) as LoadReport;
  if (report.failure !== undefined)
    throw new Error(`A request was not answered with ${whole.status}: ${report.failure}`);
  return report.perSecond;
}
