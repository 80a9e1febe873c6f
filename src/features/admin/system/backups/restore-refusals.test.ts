// @project server-postgres
import { existsSync } from "node:fs";
import { cp, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listRemovals } from "#src/platform/backup/catalog.ts";
import { inspectBackup, makeTables } from "#src/platform/backup/restoration.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { readMigrations } from "#src/platform/db/migrate.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import {
  backUp,
  emptyPlace,
  MIGRATIONS,
  PASSPHRASE,
  sourceOf,
  startOn,
  temporaryFolder,
} from "#test/harness/backups.ts";
import { openDatabasePlace } from "./backup-run.ts";
import { restoreInstance } from "./restore-run.ts";

let app: TestApp;
let file: string;

beforeAll(async () => {
  app = await startApp();
  await app.signUp();
  ({ file } = await backUp(app));
});
afterAll(() => app.close());

describe("a restored database", () => {
  it("fires no trigger as it comes back, and leaves all of them on", async () => {
    const place = await emptyPlace(file);
    await restoreInstance(place);
    const connection = await openDatabasePlace(
      place.url ? { url: place.url } : { folder: join(place.dataFolder, "db") },
    );
    const off = await connection.rows("select tgname from pg_trigger where tgenabled = 'D'");
    const names =
      "select indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace order by 1";
    const indexes = await connection.rows(names);
    const constraints = await connection.rows("select conname from pg_constraint where contype = 'f'");
    await connection.close();
    const source = await openDatabasePlace(await sourceOf(app));
    expect(indexes).toEqual(await source.rows(names));
    expect(constraints).toHaveLength(
      (await source.rows("select conname from pg_constraint where contype = 'f'")).length,
    );
    await source.close();
    expect(off).toEqual([]);
  });
});

describe("a restore", () => {
  it.each([
    ["cut off", (copy: string, bytes: number) => truncate(copy, bytes - 1)],
    ["cut off at half", (copy: string, bytes: number) => truncate(copy, Math.floor(bytes / 2))],
    [
      "changed",
      async (copy: string, bytes: number) => {
        const content = await readFile(copy);
        content[bytes - 40] = (content[bytes - 40] ?? 0) ^ 1;
        await writeFile(copy, content);
      },
    ],
    ["longer", async (copy: string) => writeFile(copy, "x", { flag: "a" })],
  ])("refuses a file that was %s, before anything is touched", async (_, damage) => {
    const copy = join(await temporaryFolder(), "damaged.backup");
    await cp(file, copy);
    await damage(copy, (await readFile(copy)).length);
    const place = await emptyPlace(copy);
    await expect(restoreInstance({ ...place, isReplaced: true })).rejects.toThrow("isn't whole");
    expect(existsSync(join(place.dataFolder, "restoring"))).toBe(false);
  });

  it("refuses a wrong passphrase, a missing one, and what’s no backup", async () => {
    const place = await emptyPlace(file);
    const open = (passphrase: string, other = file) =>
      restoreInstance({ ...place, place: { file: other, passphrase } });
    await expect(open("another passphrase")).rejects.toThrow("BACKUP_PASSPHRASE isn't the passphrase");
    await expect(open("")).rejects.toThrow("This backup is encrypted");
    await expect(open("", import.meta.filename)).rejects.toThrow("isn't a backup");
    await expect(open("", "/nowhere/there.backup")).rejects.toThrow("There's no file");
    await expect(open("", import.meta.dirname)).rejects.toThrow("is a folder");
  });
});

describe("versions", () => {
  const known = readMigrations(MIGRATIONS);

  it("brings an older version’s backup up to this one", async () => {
    const older = await emptyPlace(file);
    const source = older.url ? { url: older.url } : { folder: join(older.dataFolder, "db") };
    const connection = await openDatabasePlace(source);
    for (const removal of await listRemovals(connection)) await connection.run(removal);
    await makeTables(connection, known.slice(0, -1));
    for (const { folderMillis, hash } of known.slice(0, -1))
      await connection.rows("insert into schema_migrations (name, hash) values ($1, $2)", [
        folderMillis,
        hash,
      ]);
    await connection.close();
    const made = await backUp(app, { database: source });
    expect(made.migrations).toHaveLength(known.length - 1);
    const place = await emptyPlace(made.file);
    expect(await restoreInstance(place)).toMatchObject({ upgrades: 1 });
    const restored = await startOn(place);
    const [row] = await rowsOf<{ count: number }>(
      restored.platform.db,
      sql`select count(*)::int as count from schema_migrations`,
    );
    expect(row?.count).toBe(known.length);
    await restored.close();
  });

  it("refuses a newer version’s backup", async () => {
    await expect(inspectBackup({ file, passphrase: PASSPHRASE }, known.slice(0, -1))).rejects.toThrow(
      "This backup is from a newer version of Fanfare",
    );
  });
});

describe("the secret", () => {
  it("isn’t in a backup that anyone can read, which is restored only where it’s known", async () => {
    const made = await backUp(app, { passphrase: "" });
    const { secrets } = app.platform.installation;
    const place = await emptyPlace(made.file);
    const plain = { ...place, place: { file: made.file, passphrase: "" } };
    await expect(restoreInstance(plain)).rejects.toThrow("it lacks the secret");
    await expect(restoreInstance({ ...plain, secret: "x".repeat(40) })).rejects.toThrow(
      "it lacks the secret",
    );
    expect((await restoreInstance({ ...plain, secret: secrets[0] })).opening.secret).toBe("");
    await restoreInstance({ ...plain, isReplaced: true, isLost: true });
  });

  it("of the environment has to be the backup’s, if there is one", async () => {
    const place = await emptyPlace(file);
    await expect(restoreInstance({ ...place, secret: "y".repeat(40) })).rejects.toThrow(
      "SECRET isn't the one",
    );
    await restoreInstance({
      ...place,
      secret: "y".repeat(40),
      earlier: [app.platform.installation.secrets[0]],
    });
  });
});

it("keeps jobs of another version of the queue, by the columns that both have", async () => {
  await app.platform.db.execute(sql`alter table jobs.job add column later_column text`);
  const made = await backUp(app);
  await app.platform.db.execute(sql`alter table jobs.job drop column later_column`);
  const place = await emptyPlace(made.file);
  await restoreInstance(place);
  const restored = await startOn(place);
  const jobs = await rowsOf<{ count: number }>(
    restored.platform.db,
    sql`select count(*)::int as count from jobs.job`,
  );
  expect(jobs[0]?.count).toBeGreaterThan(0);
  await restored.close();
});
