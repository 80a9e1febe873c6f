import { Worker } from "node:worker_threads";
import type { BackupResult } from "#src/platform/backup/backup.ts";
import type { BackupRun, Verdict, Verification } from "./backup-run.ts";
import type { BackupTask, BackupTold } from "./backup-thread.ts";

/** The compiled program is next to the compiled caller. */
const PROGRAM = import.meta.url.endsWith(".ts") ? "./backup-thread.ts" : "./backup-thread.js";
/** How long a stopped backup may take to remove what it has written. */
const STOP_MS = 2_000;

export function backUpInThread(run: BackupRun, abortSignal: AbortSignal): Promise<BackupResult> {
  return runThread({ do: "back up", run }, abortSignal) as Promise<BackupResult>;
}

export function verifyInThread(verification: Verification, abortSignal: AbortSignal): Promise<Verdict> {
  return runThread({ do: "verify", verification }, abortSignal) as Promise<Verdict>;
}

async function runThread(task: BackupTask, abortSignal: AbortSignal): Promise<unknown> {
  abortSignal.throwIfAborted();
  const worker = new Worker(new URL(PROGRAM, import.meta.url), { workerData: task });
  const done = Promise.withResolvers<BackupTold>();
  worker.once("message", done.resolve);
  worker.once("error", done.reject);
  worker.once("exit", (code) => done.reject(new Error(`The backup's thread ended with ${code}.`)));
  const stop = () => {
    worker.postMessage("stop");
    setTimeout(() => void worker.terminate(), STOP_MS).unref();
  };
  abortSignal.addEventListener("abort", stop, { once: true });
  try {
    const told = await done.promise;
    if ("error" in told) throw new Error(told.error);
    return told.value;
  } finally {
    abortSignal.removeEventListener("abort", stop);
  }
}
