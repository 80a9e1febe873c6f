import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { type PostgresServer, startPostgres } from "#test/harness/postgres.ts";
import { type NodeProcess, startNode } from "#test/nodes/node-process.ts";
import { pinnedTo } from "./cpu-affinity.ts";
import { spawnPinned } from "./load-driver.ts";
import type { Reference } from "./reference.ts";

/** Tracks everything that a figure starts, so that it's stopped no matter what happens. */
export class BenchEnvironment {
  #postgres: Promise<PostgresServer> | undefined;
  #databases = 0;
  readonly #endings: (() => Promise<unknown>)[] = [];

  /** An empty database on a real PostgreSQL server with default settings. */
  async database(): Promise<string> {
    this.#postgres ??= startPostgres();
    const { url } = await this.#postgres;
    const name = `bench_${++this.#databases}`;
    const client = new pg.Client({ connectionString: `${url}/postgres` });
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    return `${url}/${name}`;
  }

  /** Connects to a database. */
  async connect(connectionString: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString });
    await client.connect();
    this.#endings.push(() => client.end());
    return client;
  }

  /** The product on its own core. Without `databaseUrl` it uses the embedded database. */
  async product(databaseUrl?: string, env: Record<string, string> = {}): Promise<NodeProcess> {
    const data = await mkdtemp(join(tmpdir(), "fanfare-bench-"));
    const node = await startNode({ data, databaseUrl, env, launcher: pinnedTo("server") });
    this.#endings.push(async () => {
      await node.end("SIGTERM");
      await rm(data, { recursive: true, force: true });
    });
    return node;
  }

  /** A bare server on the same core. Returns its port. */
  async reference(reference: Reference): Promise<number> {
    const child = spawnPinned("server", "reference.ts", [JSON.stringify(reference)]);
    this.#endings.push(async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    });
    if (!child.stdout) throw new Error("The reference server has no output.");
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    return Number(line);
  }

  /** For what a figure starts itself. */
  atEnd(end: () => Promise<unknown>): void {
    this.#endings.push(end);
  }

  /** Stops what the last figure started. The PostgreSQL server stays up for the next one. */
  async clear(): Promise<void> {
    for (const end of this.#endings.splice(0).reverse()) await end();
  }

  async close(): Promise<void> {
    await this.clear();
    await (await this.#postgres)?.stop();
  }
}
