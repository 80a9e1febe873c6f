import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { onCoreOf } from "./cores.ts";
import type { LoadPlan, LoadReport } from "./load-plan.ts";

const WARM_SECONDS = 1;
const SECONDS = 4;

/** Starts a program of this folder, on the core it belongs on, with the words that follow the file. */
export function startHere(what: "server" | "generator", file: string, args: string[] = []): ChildProcess {
  const command = [...onCoreOf(what), process.execPath, resolve(import.meta.dirname, file), ...args];
  const [program = "", ...rest] = command;
  return spawn(program, rest, { stdio: ["pipe", "pipe", "inherit"] });
}

/** Puts load on a server and answers how many requests a second it answered. Fails when an answer was a wrong one. */
export async function load(
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
  const generator = startHere("generator", "load.ts");
  generator.stdin?.end(JSON.stringify(whole));
  if (!generator.stdout) throw new Error("The load generator has no output.");
  const written = await text(generator.stdout);
  if (written === "") throw new Error("The load generator ended without a report.");
  const report = JSON.parse(written) as LoadReport;
  if (report.failure !== undefined)
    throw new Error(`A request was not answered with ${whole.status}: ${report.failure}`);
  return report.perSecond;
}
