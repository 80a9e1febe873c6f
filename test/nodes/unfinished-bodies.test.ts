import { type ClientRequest, request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type PostgresServer, startPostgres } from "#test/harness/postgres.ts";
import { signUp } from "./creator.ts";
import { startNode } from "./node-process.ts";
import { postgresStore, removeFolders } from "./stores.ts";
import { until } from "./until.ts";

const MEGABYTE = 1024 * 1024;
const UPLOAD_BYTES = 10 * MEGABYTE;
const ALMOST_ALL = Buffer.alloc(UPLOAD_BYTES - 1);
const GROWTH_BYTES_MAX = 64 * MEGABYTE;
const UNFINISHED = 200;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await server.stop();
  await removeFolders();
});

/** The resident memory of the process, as it tells Prometheus. */
async function residentBytes(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]);
}

/** Posts all of a large body but its last byte; `answered` is told the status of the answer, or 0 when there was none. */
function postUnfinished(
  url: string,
  { headers, answered }: { headers: Record<string, string>; answered: (status: number) => void },
): ClientRequest {
  const length = { "content-length": UPLOAD_BYTES };
  const sent = request(url, { method: "POST", agent: false, headers: { ...headers, ...length } });
  let isAnswered = false;
  sent.on("response", (response) => {
    isAnswered = true;
    response.resume();
    answered(response.statusCode ?? 0);
  });
  // An answer before the body's end breaks the connection in the end.
  sent.on("error", () => isAnswered || answered(0));
  sent.write(ALMOST_ALL);
  return sent;
}

it("200 unfinished bodies, of strangers and of somebody signed in, take at most 64 MB", async () => {
  const node = await startNode(await postgresStore(server));
  const owner = await signUp(node.url);
  const before = await residentBytes(node.url);
  const answers: number[] = [];
  const answered = (status: number) => answers.push(status);
  const upload = { "content-type": "multipart/form-data; boundary=x", cookie: owner.cookie };
  const open = Array.from({ length: UNFINISHED / 2 }, () => [
    postUnfinished(`${node.url}/api/v1/media`, { headers: upload, answered }),
    postUnfinished(`${node.url}/api/v1/rpc/insert_fan_lead`, {
      headers: { "content-type": "application/json" },
      answered,
    }),
  ]).flat();
  let most = 0;
  // One upload is being read; the others wait for their turn, and are refused when it does not come.
  await until("all but one are answered", 120_000, async () => {
    most = Math.max(most, await residentBytes(node.url));
    return answers.length >= UNFINISHED - 1;
  });
  expect(new Set(answers.filter((status) => status !== 0))).toEqual(new Set([413, 429]));
  expect(most - before).toBeLessThan(GROWTH_BYTES_MAX);
  for (const sent of open) sent.destroy();
  // And everybody is served as ever.
  await signUp(node.url);
  await node.end("SIGTERM");
});
