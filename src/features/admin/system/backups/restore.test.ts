import { existsSync } from "node:fs";
import { cp, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBackupHeader } from "#src/platform/backup/backup-file.ts";
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
  temporaryFolder,
} from "#test/harness/backups.ts";
import type { Client } from "#test/harness/client.ts";
import { openDatabasePlace, verifyBackup } from "./backup-run.ts";
import { type RestoreRun, restoreInstance } from "./restore-run.ts";

let app: TestApp;
let founder: Client;
let file: string;
/** As it's kept. */
let profileName: string;

/** What COPY has to escape, and what isn't ASCII. */
const ODD = "tab\there, line\nthere, \\N and \\. and \r, quotes ' \" and ü 漢 🎺";

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: ODD });
  const made = await founder.call("POST", "/api/v1/profiles", { name: ODD });
  profileName = made.body.name;
  ({ file } = await backUp(app));
});
afterAll(() => app.close());

async function verify(given: string) {
  const { config } = app.platform.installation;
  return verifyBackup({
    file: given,
    passphrase: PASSPHRASE,
    migrationsFolder: MIGRATIONS,
    url: config.DATABASE_URL,
    scratchFolder: await temporaryFolder(),
  });
}

const startOn = ({ url, dataFolder }: RestoreRun, more: Record<string, string> = {}) =>
  startApp({ DATABASE_URL: url, DATA_DIR: dataFolder, ...more });

/** How many accounts are there. */
async function accountsIn({ url, dataFolder }: RestoreRun): Promise<number> {
  const connection = await openDatabasePlace(url ? { url } : { folder: join(dataFolder, "db") });
  const rows = await connection.rows("select from users");
  await connection.close();
  return rows.length;
}

describe("a backup", () => {
  it("is whole: every table comes back as it went in", async () => {
    expect(await verify(file)).toMatchObject({ different: [], lost: 0 });
  });

  it("says when and by what it was made, and nothing else, without its passphrase", async () => {
    const bytes = await readFile(file);
    expect(await readBackupHeader(file)).toMatchObject({ fanfare: app.platform.installation.version });
    expect(bytes.includes(founder.email)).toBe(false);
    expect(bytes.includes(app.platform.installation.secrets[0])).toBe(false);
  });

  it("holds what was committed while it was made, all of it or nothing", async () => {
    let isOver = false;
    const writing = (async () => {
      for (let n = 0; !isOver; n++) await founder.call("POST", "/api/v1/profiles", { name: `While ${n}` });
    })();
    const made = await backUp(app);
    isOver = true;
    await writing;
    expect(await verify(made.file)).toMatchObject({ different: [], rows: made.rows });
  });

  it("begins an instance that has everything, and whose people sign in as before", async () => {
    const place = await emptyPlace(file);
    await restoreInstance(place);
    const restored = await startOn(place);
    const client = restored.visitor();
    const answer = await client.call("POST", "/api/auth/sign-in/email", {
      email: founder.email,
      password: "correct horse battery staple",
    });
    expect(answer.status).toBe(200);
    const profiles = await client.call("GET", "/api/v1/profiles");
    expect(profiles.body.items.map(({ name }: { name: string }) => name)).toContain(profileName);
    expect(restored.platform.installation.secrets[0]).toBe(app.platform.installation.secrets[0]);
    await restored.close();
  });

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

describe("a restore that can't be", () => {
  it("leaves an instance with accounts alone, unless it’s told to replace it", async () => {
    const place = await emptyPlace(file);
    await restoreInstance(place);
    await expect(restoreInstance(place)).rejects.toThrow(
      "There are accounts in this instance's database already",
    );
    await restoreInstance({ ...place, isReplaced: true });
    expect(await accountsIn(place)).toBe(1);
  });

  it("is refused while Fanfare runs there", async () => {
    const place = await emptyPlace(file);
    const running = await startOn(place);
    await expect(restoreInstance(place)).rejects.toThrow(/is running on this database|is in use by another/);
    await running.close();
  });

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
