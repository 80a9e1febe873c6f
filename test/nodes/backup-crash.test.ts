import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { openDatabasePlace } from "#src/features/admin/system/backups/backup-run.ts";
import { checkBackupFile } from "#src/platform/backup/backup-file.ts";
import { publish, signUp } from "./creator.ts";
import { startNode } from "./node-process.ts";
import { dataFolder, embeddedStore, postgresStore, removeFolders, type Store } from "./stores.ts";

const PASSPHRASE = "four words nobody guesses";
const BACKUP_POINTS = 20;
/** A restore is one transaction, with fewer phases to be killed in. */
const RESTORE_POINTS = 6;

afterAll(removeFolders);

interface Command {
  program: "backup" | "restore";
  store: Store;
  args: string[];
}

/** Starts one of the commands, as npm does after building. */
function start({ program, store, args }: Command) {
  const file = resolve(import.meta.dirname, `../../dist/server/${program}.js`);
  const child = spawn(process.execPath, [file, "--data", store.data, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      BACKUP_PASSPHRASE: PASSPHRASE,
      DATABASE_URL: store.databaseUrl ?? "",
    },
  });
  let said = "";
  child.stderr.on("data", (part: Buffer) => {
    said += part;
  });
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  return { ended, kill: () => child.kill("SIGKILL"), said: () => said };
}

async function runToEnd(command: Command): Promise<void> {
  const { ended, said } = start(command);
  expect(await ended, said()).toBe(0);
}

/** How many accounts there are, after whatever happened. */
async function accountsIn({ data, databaseUrl }: Store): Promise<number> {
  const place = databaseUrl ? { url: databaseUrl } : { folder: join(data, "db") };
  const connection = await openDatabasePlace(place);
  const rows = await connection.rows("select from users");
  await connection.close();
  return rows.length;
}

it.each([
  ["embedded", embeddedStore],
  ["PostgreSQL", postgresStore],
])(
  "%s: killed at any point, a backup is whole or isn't one, and a restore has happened or hasn't",
  async (_, newStore) => {
    const store = await newStore();
    const node = await startNode(store);
    const first = await signUp(node.url);
    await publish(first, "Ada");
    const files = await dataFolder();
    const begun = performance.now();
    await runToEnd({ program: "backup", store, args: [join(files, "whole.backup")] });
    const backupMs = performance.now() - begun;
    await signUp(node.url);
    for (let point = 1; point <= BACKUP_POINTS; point++) {
      const { ended, kill } = start({ program: "backup", store, args: [join(files, `${point}.backup`)] });
      await wait((backupMs * point) / BACKUP_POINTS);
      kill();
      await ended;
    }
    for (const name of await readdir(files))
      if (name.endsWith(".backup"))
        await checkBackupFile({ file: join(files, name), passphrase: PASSPHRASE });
    await node.end("SIGTERM");

    const restore: Command = { program: "restore", store, args: [join(files, "whole.backup"), "--replace"] };
    const restoreBegun = performance.now();
    await runToEnd(restore);
    const restoreMs = performance.now() - restoreBegun;
    expect(await accountsIn(store)).toBe(1);
    const again = await startNode(store);
    await signUp(again.url);
    await again.end("SIGTERM");
    for (let point = 1; point <= RESTORE_POINTS; point++) {
      const { ended, kill } = start(restore);
      await wait((restoreMs * point) / RESTORE_POINTS);
      kill();
      await ended;
    }
    // A start finishes what was accepted, and finds one or the other, whole.
    const last = await startNode(store);
    await last.end("SIGTERM");
    expect([1, 2]).toContain(await accountsIn(store));
  },
);
