import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBackupHeader } from "#src/platform/backup/backup-file.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import {
  backUp,
  emptyPlace,
  MIGRATIONS,
  PASSPHRASE,
  startOn,
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
});
