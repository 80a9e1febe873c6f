import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Client } from "#test/harness/client.ts";
import { type PostgresServer, startPostgres } from "#test/harness/postgres.ts";
import { expectOk, publish, signUp } from "./creator.ts";
import { type NodeProcess, startNode } from "./node-process.ts";
import { dataFolder, postgresStore, removeFolders } from "./stores.ts";

const NAMES = ["Ada", "Bela", "Cleo", "Dora", "Ezra"];
const EDITS = 6;
const READERS = 16;

let server: PostgresServer | undefined;
let node: NodeProcess;
let owner: Client;

beforeAll(async () => {
  server = await startPostgres();
  const { databaseUrl } = await postgresStore(server.url);
  node = await startNode({ data: await dataFolder(), databaseUrl, env: { LOG_LEVEL: "silent" } });
  owner = await signUp(node.url);
});

afterAll(async () => {
  await node?.end("SIGKILL");
  await server?.stop();
  await removeFolders();
});

const visit = (path: string) => new Client(node.url).call("GET", path);

describe("the pages of a busy node", () => {
  it("are complete and the right ones, while all of them are being edited", async () => {
    const profiles = await Promise.all(NAMES.map((name) => publish(owner, name)));
    let isOver = false;
    const read = async (n: number) => {
      let count = 0;
      while (!isOver) {
        const { username } = profiles[(n + count++) % profiles.length] ?? { username: "" };
        const { status, body } = await visit(`/${username}`);
        expect(status).toBe(200);
        expect(body).toContain(`(@${username})`);
        expect(body).toMatch(/^<!DOCTYPE html>[\s\S]+<\/html>$/);
      }
      return count;
    };
    const readers = Array.from({ length: READERS }, (_, n) => read(n));
    for (let edit = 1; edit <= EDITS; edit++) {
      await Promise.all(
        profiles.map(async ({ id, username }) => {
          await expectOk(
            owner.api("PATCH", `/profiles/${id}`, { public_notes: `Bio ${edit} of ${username}` }),
          );
          expect((await visit(`/${username}`)).body).toContain(`Bio ${edit} of ${username}`);
        }),
      );
    }
    isOver = true;
    expect(Math.min(...(await Promise.all(readers)))).toBeGreaterThan(0);
  });

  it("are still served from memory when the database is gone, and known links still redirect", async () => {
    const profile = await publish(owner, "Fern");
    await publish(owner, "Gale");
    const [link = ""] = profile.linkIds;
    const before = await visit("/fern");
    expect((await visit(`/go/${link}`)).status).toBe(302);
    await server?.stop();
    server = undefined;
    const after = await visit("/fern");
    expect([after.status, after.body]).toEqual([200, before.body]);
    const onward = await visit(`/go/${link}`);
    expect([onward.status, onward.headers.get("location")]).toEqual([302, "https://example.com/1"]);
    const unknown = await visit("/gale");
    expect(unknown.status).toBe(503);
    expect(unknown.body).toContain("Something went wrong");
    expect(unknown.headers.get("retry-after")).toBe("5");
    expect((await visit("/health/live")).status).toBe(200);
    expect((await visit("/health/ready")).status).toBe(503);
  });
});
