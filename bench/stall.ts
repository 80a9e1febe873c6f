import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { signUp } from "#test/nodes/creator.ts";
import type { BenchEnvironment } from "./environment.ts";
import { PATHS, ROWS, SERVER_PATHS, type World } from "./heavy-paths.ts";
import { MAIL_ENV } from "./mail-fixture.ts";
import { type Measured, result } from "./measurement.ts";
import { residentMegabytes } from "./rss.ts";

const MS_MAX = { PostgreSQL: 100, "the embedded database": 250 };
/** What subscribers still do about the work before. */
const REST_MS = 3_000;

interface Subject {
  url: string;
  pid: number;
  paths: { name: string; run: () => Promise<unknown> }[];
}

async function open(stage: BenchEnvironment, name: keyof typeof MS_MAX): Promise<Subject> {
  const databaseUrl = name === "PostgreSQL" ? await stage.database() : undefined;
  const { url, pid } = await stage.product(databaseUrl, MAIL_ENV);
  const world: World = { owner: await signUp(url), imported: "" };
  const paths = PATHS.map(({ name, run }) => ({ name, run: () => run(world) }));
  if (databaseUrl === undefined) return { url, pid, paths };
  // The founder's account can't be deleted.
  const other = { owner: await signUp(url), imported: "", database: await stage.connect(databaseUrl) };
  await other.database.query("update users set role = 'user'");
  return {
    url,
    pid,
    paths: [...paths, ...SERVER_PATHS.map(({ name, run }) => ({ name, run: () => run(other) }))],
  };
}

/** The longest that a process doesn't answer while it does what takes long. */
async function measure(stage: BenchEnvironment, name: keyof typeof MS_MAX): Promise<Measured> {
  const { url, pid, paths } = await open(stage, name);
  const probe = new Worker(new URL("./live-probe.ts", import.meta.url), { workerData: url });
  const longest = async () => {
    probe.postMessage("longest");
    const [ms] = await once(probe, "message");
    return ms as number;
  };
  const waits: string[] = [];
  let [value, memory] = [0, 0];
  for (const { name, run } of paths) {
    await wait(REST_MS);
    await longest();
    const started = performance.now();
    await run();
    const seconds = (performance.now() - started) / 1000;
    await wait(REST_MS);
    const ms = await longest();
    value = Math.max(value, ms);
    memory = Math.max(memory, residentMegabytes(pid));
    waits.push(`${name} ${ms.toFixed(0)} ms in ${seconds.toFixed(0)} s`);
  }
  await probe.terminate();
  const reference = MS_MAX[name];
  return {
    ...result("ms", { value, reference }),
    note: `the longest wait of /health/live while ${ROWS.toLocaleString("en")} rows are worked on, ${name}, over the promised limit, with up to ${memory.toFixed(0)} MB: ${waits.join(", ")}`,
    promises: [{ text: `each ≤ ${reference} ms`, isKept: value <= reference, isRate: true }],
  };
}

export const measureStall = (stage: BenchEnvironment) => measure(stage, "PostgreSQL");
export const measureStallEmbedded = (stage: BenchEnvironment) => measure(stage, "the embedded database");
