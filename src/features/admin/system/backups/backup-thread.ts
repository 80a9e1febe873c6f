/* The thread that makes or checks a backup, so that nobody waits for it. `backup-worker.ts` starts it. */
import { parentPort, workerData } from "node:worker_threads";
import { type BackupRun, makeBackup, type Verification, verifyBackup } from "./backup-run.ts";

export type BackupTask = { do: "back up"; run: BackupRun } | { do: "verify"; verification: Verification };
export type BackupTold = { value: unknown } | { error: string };

const stopping = new AbortController();
parentPort?.once("message", () => stopping.abort(new Error("It was stopped.")));

async function work(task: BackupTask): Promise<BackupTold> {
  try {
    if (task.do === "verify") return { value: await verifyBackup(task.verification) };
    return { value: await makeBackup(task.run, stopping.signal) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

const told = await work(workerData as BackupTask);
parentPort?.postMessage(told);
parentPort?.close();
