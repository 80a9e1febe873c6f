/*
 * A backup and a restore of 5,000,000 clicks, beside pg_dump and pg_restore on the same server. These come with Debian's
 * postgresql package, in /usr/lib/postgresql; pg_dump reads no newer server, so the server is the one beside it.
 */
import { execFile, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chmod, chown, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { makeBackup } from "#src/features/admin/system/backups/backup-run.ts";
import { restoreInstance } from "#src/features/admin/system/backups/restore-run.ts";
import { migrate } from "#src/platform/db/migrate.ts";
import { openPostgres } from "#src/platform/db/postgres.ts";
import { freePort } from "#test/harness/postgres.ts";
import type { BenchEnvironment } from "./environment.ts";
import { installation } from "./installation.ts";
import { alternate, type Measured, result } from "./measurement.ts";

const execute = promisify(execFile);
const CLICKS = Number(process.env.CLICKS ?? 5_000_000);
const ROUNDS = 3;
const RATIO_MIN = 0.7;
const MIGRATIONS = resolve(import.meta.dirname, "../migrations");
const SECRET = "a secret of the bench that is long enough";
const PROGRAMS = "/usr/lib/postgresql";

interface Server {
  bin: string;
  url(name: string): string;
  stop(): Promise<void>;
}

async function startServer(): Promise<Server> {
  const [version] = existsSync(PROGRAMS) ? readdirSync(PROGRAMS).sort((a, b) => Number(b) - Number(a)) : [];
  if (version === undefined)
    throw new Error(`Install Debian's postgresql for this figure: ${PROGRAMS} is missing.`);
  const bin = join(PROGRAMS, version, "bin");
  const folder = await mkdtemp(join(tmpdir(), "fanfare-bench-pg-"));
  const port = await freePort();
  // The server refuses to run as root.
  const user = process.getuid?.() === 0 ? await userOf("postgres") : undefined;
  if (user) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o755);
  const data = join(folder, "data");
  await execute(
    join(bin, "initdb"),
    ["-D", data, "-U", "bench", "-A", "trust", "-E", "UTF8", "--locale=C"],
    user ?? {},
  );
  const settings = ["-D", data, "-p", String(port), "-k", folder, "-c", "max_wal_size=8GB"];
  const server = spawn(join(bin, "postgres"), settings, { ...user, stdio: "ignore" });
  const url = (name: string) => `postgres://bench@127.0.0.1:${port}/${name}`;
  await untilItAnswers(url("postgres"));
  return {
    bin,
    url,
    async stop() {
      const ended = new Promise((done) => server.once("exit", done));
      server.kill("SIGINT");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function userOf(name: string) {
  const id = async (kind: string) => Number((await execute("id", [kind, name])).stdout);
  return { uid: await id("-u"), gid: await id("-g") };
}

async function untilItAnswers(connectionString: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Clicks as an instance has them, of 10,000 links. Returns how many bytes they take as text. */
async function fill(url: string): Promise<number> {
  const database = await openPostgres(url, () => {});
  await migrate(database, MIGRATIONS);
  await database.close();
  await run(
    url,
    "alter table link_analytics disable trigger user",
    FILL,
    "alter table link_analytics enable trigger user",
    "analyze link_analytics",
  );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select sum(length(t::text))::float8 as bytes from link_analytics t");
  await client.end();
  return rows[0].bytes;
}

const FILL = `insert into link_analytics (id, link_id, profile_id, user_id, session_id, agent_id, referrer_id, country, region,
    city, device_type, browser, os, referrer_host, app, is_bot, clicked_at)
  select gen_random_uuid(), ('00000000-0000-7000-8000-' || lpad((n % 10000)::text, 12, '0'))::uuid,
    ('00000000-0000-7000-9000-' || lpad((n % 1000)::text, 12, '0'))::uuid, 'owner' || n % 500, md5(n::text),
    n % 3000, n % 900, (array['US', 'DE', 'ES', 'BR', 'IN'])[1 + n % 5], 'Region ' || n % 40, 'City ' || n % 700,
    (array['mobile', 'desktop', 'tablet'])[1 + n % 3], (array['Chrome', 'Safari', 'Firefox'])[1 + n % 3],
    (array['iOS', 'Android', 'Windows'])[1 + n % 3], (array['', 'instagram.com', 'tiktok.com'])[1 + n % 3], '',
    n % 50 = 0, timestamptz '2026-01-01' + n * interval '2 seconds'
  from generate_series(1, ${CLICKS}) n`;

interface Prepared {
  server: Server;
  megabytes: number;
  folder: string;
}

async function prepare(stage: BenchEnvironment): Promise<Prepared> {
  const server = await startServer();
  const folder = await mkdtemp(join(tmpdir(), "fanfare-bench-backup-"));
  stage.atEnd(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  await run(server.url("postgres"), "create database clicks");
  return { server, folder, megabytes: (await fill(server.url("clicks"))) / 1e6 };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

function backUp({ server, folder }: Prepared) {
  const file = join(folder, "clicks.backup");
  return rm(file, { force: true }).then(() =>
    makeBackup({
      database: { url: server.url("clicks") },
      file,
      passphrase: "a passphrase of the bench",
      secret: SECRET,
      fanfare: "0",
      objects: installation.config,
      now: new Date(0),
    }),
  );
}

function dump({ server, folder }: Prepared) {
  const file = join(folder, "clicks.dump");
  return execute(join(server.bin, "pg_dump"), ["-Fc", "-f", file, server.url("clicks")]);
}

export async function measureBackup(stage: BenchEnvironment): Promise<Measured> {
  const ready = await prepare(stage);
  const round = await alternate(
    async () => ready.megabytes / (await timed(() => backUp(ready))),
    async () => ready.megabytes / (await timed(() => dump(ready))),
    ROUNDS,
  );
  const { size } = await stat(join(ready.folder, "clicks.backup"));
  const { size: dumped } = await stat(join(ready.folder, "clicks.dump"));
  return {
    ...result("MB/s", round),
    note: `a backup of ${CLICKS.toLocaleString("en")} clicks (${Math.round(ready.megabytes)} MB), encrypted, ${Math.round(size / 1e6)} MB; reference: pg_dump -Fc, ${Math.round(dumped / 1e6)} MB`,
    promises: [{ text: `≥ ${RATIO_MIN} × pg_dump`, isKept: round.ratio >= RATIO_MIN }],
  };
}

export async function measureRestore(stage: BenchEnvironment): Promise<Measured> {
  const ready = await prepare(stage);
  const { server, folder, megabytes } = ready;
  await backUp(ready);
  await dump(ready);
  const fresh = () =>
    run(server.url("postgres"), "drop database if exists restored", "create database restored");
  const round = await alternate(
    async () => {
      await fresh();
      return megabytes / (await timed(() => restoreInstance(restoreRun(ready))));
    },
    async () => {
      await fresh();
      const file = join(folder, "clicks.dump");
      const restore = () =>
        execute(join(server.bin, "pg_restore"), ["-1", "-d", server.url("restored"), file]);
      return megabytes / (await timed(restore));
    },
    ROUNDS,
  );
  return {
    ...result("MB/s", round),
    note: `a restore of it, checked before, with its indexes; reference: pg_restore -1`,
    promises: [{ text: `≥ ${RATIO_MIN} × pg_restore`, isKept: round.ratio >= RATIO_MIN }],
  };
}

function restoreRun({ server, folder }: Prepared) {
  return {
    place: { file: join(folder, "clicks.backup"), passphrase: "a passphrase of the bench" },
    url: server.url("restored"),
    dataFolder: folder,
    migrationsFolder: MIGRATIONS,
    secret: SECRET,
    earlier: [],
    isLost: false,
    isReplaced: false,
  };
}
