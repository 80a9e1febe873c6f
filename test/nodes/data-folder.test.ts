import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, inject, it } from "vitest";
import { signUp } from "./creator.ts";
import { runToEnd, startNode } from "./node-process.ts";
import { expectStartRefusal } from "./start-refusal.ts";
import { dataFolder, embeddedStore, removeFolders, type Store } from "./stores.ts";

/** A careless administrator: anything created without an explicit mode is open to everyone. */
const OPEN_TO_ALL = ["sh", "-c", 'umask 000 && exec "$@"', "sh"];

/** What the set-up's first start has left. */
const used = dirname(inject("folder"));
afterAll(removeFolders);

/** A data folder that a process has run on. */
async function usedStore(): Promise<Store> {
  const store = await embeddedStore();
  await cp(used, store.data, { recursive: true, filter: (path) => path !== inject("folder") });
  return store;
}

/** Everything in a folder, and the folder itself, that the machine's other users can reach. */
async function openToOthers(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  const paths = [folder, ...entries.map((entry) => join(folder, entry))];
  const modes = await Promise.all(paths.map(async (path) => [path, (await lstat(path)).mode] as const));
  return modes.filter(([, mode]) => (mode & 0o077) !== 0).map(([path]) => path);
}

describe.concurrent("the data folder", () => {
  it("is closed to the machine's other users from its first start on, even if that was cut short", async () => {
    const data = join(await dataFolder(), "data");
    await mkdir(join(data, "db.new"), { recursive: true });
    await writeFile(join(data, "db.new/PG_VERSION"), "18\n");
    const node = await startNode({ data, launcher: OPEN_TO_ALL });
    await signUp(node.url);
    expect(await openToOthers(data)).toEqual([]);
    expect((await lstat(join(data, "db/PG_VERSION"))).mode & 0o777).toBe(0o600);
    await node.end("SIGTERM");
    expect(await openToOthers(data)).toEqual([]);
    expect(await readdir(data)).not.toContain("db.new");
  });

  it("is closed at startup if something has opened it, except for files that aren't ours", async () => {
    const { data } = await usedStore();
    await mkdir(join(data, "mail"));
    await mkdir(join(data, "theirs"));
    for (const path of ["mail/1.eml", "theirs/script"]) await writeFile(join(data, path), "");
    await chmod(join(data, "theirs/script"), 0o755);
    for (const path of [".", "mail", "mail/1.eml", "db/global", "db/PG_VERSION"])
      await chmod(join(data, path), 0o777);
    await (await startNode({ data })).end("SIGTERM");
    expect(await openToOthers(data)).toEqual([join(data, "theirs"), join(data, "theirs/script")]);
  });

  it("keeps a second process out, whatever temp directory that one has", async () => {
    const store = await usedStore();
    const first = await startNode(store);
    const end = await runToEnd({ ...store, env: { TMPDIR: await dataFolder() } });
    const answer = await fetch(`${first.url}/health/ready`);
    await first.end("SIGTERM");
    expectStartRefusal(end, /^The data folder .* is in use by another Fanfare process\./);
    expect(answer.status).toBe(200);
  });
});

describe.concurrent("a damaged data folder is refused in one sentence and left as it is", () => {
  const DAMAGED = /^The database in .*db is damaged and can't be opened\. Restore a backup/;

  it("if the database's control file is broken or its version is gone", async () => {
    const { data } = await usedStore();
    const version = join(data, "db/PG_VERSION");
    const control = join(data, "db/global/pg_control");
    await rename(version, join(data, "version"));
    expectStartRefusal(await runToEnd({ data }), DAMAGED);
    await rename(join(data, "version"), version);
    await writeFile(control, "broken");
    expectStartRefusal(await runToEnd({ data }), DAMAGED);
    expect(await readFile(control, "utf8")).toBe("broken");
  });

  it("if one of our tables can't be read, or there's a file in the database's place", async () => {
    const store = await usedStore();
    const db = join(store.data, "db");
    const [{ path = "" } = {}] = await store.rows<{ path: string }>(
      "select pg_relation_filepath('schema_migrations') as path",
    );
    await writeFile(join(db, path), "broken ".repeat(2_000));
    expectStartRefusal(await runToEnd(store), DAMAGED);
    await rm(db, { recursive: true });
    await writeFile(db, "");
    expectStartRefusal(await runToEnd(store), DAMAGED);
  });
});
