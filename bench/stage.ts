import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { type PostgresServer, startPostgres } from "#test/harness/postgres.ts";
import { type NodeProcess, startNode } from "#test/nodes/node-process.ts";
import { onCoreOf } from "./cores.ts";
import { startHere } from "./generate.ts";
import type { Reference } from "./reference.ts";

/** Everything that figures start, so that it can be ended whatever happens. */
export class Stage {
  #postgres: Promise<PostgresServer> | undefined;
  #databases = 0;
  readonly #endings: (() => Promise<unknown>)[] = [];

  /** An empty database on a real PostgreSQL with its own settings, as it comes. */
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

  /** A connection of ours to a database. */
  async connect(connectionString: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString });
    await client.connect();
    this.#endings.push(() => client.end());
    return client;
  }

  /** The product, on a core of its own; on its embedded database without `databaseUrl`. */
  async product(databaseUrl?: string, env: Record<string, string> = {}): Promise<NodeProcess> {
    const data = await mkdtemp(join(tmpdir(), "fanfare-bench-"));
    const node = await startNode({ data, databaseUrl, env, launcher: onCoreOf("server") });
    this.#endings.push(async () => {
      await node.end("SIGTERM");
      await rm(data, { recursive: true, force: true });
    });
    return node;
  }

  /** A bare server on the same core; answers its port. */
  async reference(reference: Reference): Promise<number> {
    const child = startHere("server", "reference.ts", [JSON.stringify(reference)]);
    this.#endings.push(async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    });
    if (!child.stdout) throw new Error("The reference server has no output.");
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    return Number(line);
  }

  /** Ends what the last figure started; the PostgreSQL server stays for the next one. */
  async clear(): Promise<void> {
    for (const end of this.#endings.splice(0).reverse()) await end();
  }

  async close(): Promise<void> {
    await this.clear();
    await (await this.#postgres)?.stop();
  }
}
