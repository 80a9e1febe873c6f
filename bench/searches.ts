/* How long what people look for takes, each over HTTP with a session. */
import type { Client } from "#test/harness/client.ts";
import { expectOk } from "#test/nodes/creator.ts";
import { runLoad } from "./load-driver.ts";
import { type Measured, median, ROUNDS, result } from "./measurement.ts";

export interface Search {
  name: string;
  /** Below `/api/v1`. */
  path: string;
}

interface Searches {
  node: { port: number };
  /** Who looks for it. */
  by: Client;
  searches: readonly Search[];
  msMax: number;
  /** How much it's among, and where. */
  among: string;
}

/** The slowest of these searches, by its median. */
export async function measureSearches({ node, by, searches, msMax, among }: Searches): Promise<Measured> {
  const milliseconds: string[] = [];
  let slowest = 0;
  for (const { name, path } of searches) {
    const { total, items } = await expectOk(by.api("GET", path));
    const request = `GET /api/v1${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${by.cookie}\r\n\r\n`;
    const times: number[] = [];
    while (times.length < ROUNDS)
      times.push(1000 / (await runLoad({ port: node.port, connections: 1, requests: [request] })));
    slowest = Math.max(slowest, median(times));
    milliseconds.push(`${name} (${total ?? items?.length ?? 1}) ${median(times).toFixed(1)} ms`);
  }
  return {
    ...result("ms", { value: slowest, reference: msMax }),
    note: `the slowest ${among}, PostgreSQL, over the promised ${msMax} ms: ${milliseconds.join(", ")}`,
    promises: [{ text: `each ≤ ${msMax} ms`, isKept: slowest <= msMax, isRate: true }],
  };
}
