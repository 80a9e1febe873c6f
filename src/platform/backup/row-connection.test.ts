// @project server-postgres

import type { AddressInfo } from "node:net";
import { connect, createServer } from "node:net";
import pg from "pg";
import { afterEach, expect, it } from "vitest";
import { freshDatabase } from "#test/harness/database.ts";
import { openServer } from "./row-connection.ts";

/** What PostgreSQL says once all rows of a COPY are out. How many they were comes in the next message. */
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4]);

let closing: (() => void) | undefined;
afterEach(() => closing?.());

/** A network between us and the server that takes its time after the last row. */
async function slowlyTo(connectionString: string): Promise<string> {
  const { host, port, user, password, database } = new pg.Client({ connectionString });
  const socketPath = `${host}/.s.PGSQL.${port}`;
  const proxy = createServer((near) => {
    const far = host.startsWith("/") ? connect(socketPath) : connect(port, host);
    near.pipe(far);
    far.on("data", (bytes) => {
      const end = bytes.indexOf(COPY_DONE);
      if (end === -1) return void near.write(bytes);
      near.write(bytes.subarray(0, end + COPY_DONE.length));
      far.pause();
      setTimeout(() => {
        near.write(bytes.subarray(end + COPY_DONE.length));
        far.resume();
      }, 100);
    });
    for (const socket of [near, far]) socket.on("error", () => {}).on("close", () => near.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  closing = () => proxy.close();
  const { port: near } = proxy.address() as AddressInfo;
  return `postgres://${user}:${password}@127.0.0.1:${near}/${database}`;
}

it("a table's rows are counted, however late the server says how many they were", async () => {
  const connection = await openServer(await slowlyTo(await freshDatabase("")));
  try {
    await connection.run("create table counted as select generate_series(1, 6) as n");
    const counts: number[] = [];
    const table = { schema: "public", name: "counted", columns: ["n"] };
    let bytes = 0;
    for await (const part of connection.copyOut(table, (rows) => counts.push(rows))) bytes += part.length;
    expect([bytes, counts]).toEqual([12, [6]]);
  } finally {
    await connection.close();
  }
});
