import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, inject, it } from "vitest";
import { type Ended, runToEnd, startNode } from "./node-process.ts";
import { expectStartRefusal } from "./start-refusal.ts";
import { dataFolder, embeddedStore, postgresStore, removeFolders } from "./stores.ts";

const NEWER = "insert into schema_migrations (name, hash) values (9999999999999, 'newer') returning name";

const server = inject("postgres");
afterAll(removeFolders);

/** A port that someone listens on until `release`. */
function takenPort(): Promise<{ port: number; release(): Promise<void> }> {
  return new Promise((resolve, reject) => {
    const holder = createServer();
    holder.once("error", reject);
    holder.listen(0, "127.0.0.1", () => {
      const address = holder.address();
      const port = typeof address === "object" && address ? address.port : 0;
      resolve({ port, release: () => new Promise((done) => holder.close(() => done())) });
    });
  });
}

/** Runs what `npm start` runs, with what npm leaves of options that it takes for its own. */
async function startByNpm(env: Record<string, string>, ...args: string[]): Promise<Ended> {
  const script = resolve(import.meta.dirname, "../../bin/start.mjs");
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH, npm_lifecycle_event: "start", ...env },
  });
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code, signal, stdout, stderr };
}

describe.concurrent("a process that can't start says so in one sentence and exits with 1", () => {
  it("if its port is taken", async () => {
    const { port, release } = await takenPort();
    const end = await runToEnd({ data: await dataFolder(), args: ["--port", String(port)] });
    await release();
    expectStartRefusal(end, new RegExp(`^Port ${port} is already taken\\.`));
  });

  it("if its data folder can't be written to", async () => {
    const file = join(await dataFolder(), "a-file");
    await writeFile(file, "");
    expectStartRefusal(
      await runToEnd({ data: join(file, "data") }),
      /^The data folder .* can't be written to/,
    );
  });

  it("if the database can't be reached", async () => {
    const { port, release } = await takenPort();
    await release();
    const databaseUrl = `postgres://nobody:secret-word@127.0.0.1:${port}/none`;
    const end = await runToEnd({ data: await dataFolder(), databaseUrl });
    expectStartRefusal(end, /^The database of DATABASE_URL can't be reached/);
    expect(end.stderr).not.toContain("secret-word");
  });

  it("if the database doesn't exist or the password is wrong", async () => {
    const missing = await runToEnd({
      data: await dataFolder(),
      databaseUrl: `${server}/no_such_database`,
    });
    expectStartRefusal(missing, /^The database of DATABASE_URL can't be reached/);
    const databaseUrl = `${server.replace("postgres:postgres@", "postgres:wrong@")}/postgres`;
    expectStartRefusal(
      await runToEnd({ data: await dataFolder(), databaseUrl }),
      /^The database of DATABASE_URL can't be reached/,
    );
  });

  it("if a newer version has migrated the embedded database", async () => {
    const store = await embeddedStore();
    await store.rows(NEWER);
    const end = await runToEnd(store);
    expectStartRefusal(end, /^A newer version of Fanfare has upgraded this database\./);
  });

  it("if a newer version has migrated the PostgreSQL database", async () => {
    const store = await postgresStore();
    await store.rows(NEWER);
    const end = await runToEnd(store);
    expectStartRefusal(end, /^A newer version of Fanfare has upgraded this database\./);
  });

  it("if its secret opens nothing of what another has sealed, until that's said to be lost", async () => {
    const store = await postgresStore();
    await store.rows(`with owner as (insert into users (id, name, email) values ('a', 'Ada', 'ada@example.com') returning id)
      insert into mailboxes (user_id, id, kind, from_name, from_address, state, state_since, host, port, created_at, secret)
      select id, gen_random_uuid(), 'smtp', 'Ada', 'ada@example.com', 'active', now(), 'a.invalid', 587, now(), 'x' from owner`);
    expectStartRefusal(await runToEnd(store), /^SECRET isn't the one that sealed the passwords and keys/);
    await (await startNode({ ...store, env: { SECRET_OLD: "lost" } })).end("SIGTERM");
  });

  it("if it doesn't know an option", async () => {
    const end = await runToEnd({ data: await dataFolder(), args: ["--colour", "blue"] });
    expectStartRefusal(
      end,
      /^Unknown option '--colour'\. The options are --port, --host, --data and --roles\.$/m,
    );
  });

  it("if npm kept its options for itself", async () => {
    const one = await startByNpm({ npm_config_port: "true" }, "8080");
    expectStartRefusal(one, /so write: npm start -- --port 8080$/m);
    const another = await startByNpm({ npm_config_port: "8080", npm_lifecycle_event: "demo" }, "--demo");
    expectStartRefusal(another, /so write: npm run demo -- --port 8080$/m);
    const two = await startByNpm({ npm_config_data: "true", npm_config_roles: "true" }, "here", "web");
    expectStartRefusal(two, /so write: npm start -- --data … --roles …$/m);
  });

  it("if settings are wrong, listing all of them at once", async () => {
    const env = {
      LOG_LEVEL: "loud",
      PAGE_CACHE_MB: "lots",
      PUBLIC_URL: "here",
      SECRET: "short",
      TRUSTED_PROXIES: "moon",
    };
    const { code, stderr } = await runToEnd({ data: await dataFolder(), args: ["--roles", "cook"], env });
    const [first, ...lines] = stderr.trimEnd().split("\n");
    expect(first).toBe("Some settings need fixing:");
    const names = lines.map((line) => line.trim().split(" ")[0]);
    expect(names.sort()).toEqual([
      "LOG_LEVEL",
      "PAGE_CACHE_MB",
      "PUBLIC_URL",
      "ROLES",
      "SECRET",
      "TRUSTED_PROXIES",
    ]);
    expect(stderr).not.toContain("short");
    expect(code).toBe(1);
  });
});
