// @project unit
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { Failure } from "#src/lib/errors.ts";
import { BodyBudget } from "./body-budget.ts";
import { Linger } from "./linger.ts";

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
const UPLOAD_BYTES_MAX = 25 * MEGABYTE;

type Outcome = Buffer | Failure;
let server: Server;

/** A server that reads every body through `bodies`. `X-Address` says where a request comes from. */
async function serve(bodies: BodyBudget, bytesMax = UPLOAD_BYTES_MAX, linger = new Linger()) {
  const outcomes: Outcome[] = [];
  const sockets = new Set<Socket>();
  server = createServer((incoming: IncomingMessage, response) => {
    linger.watch(incoming, response);
    const address = String(incoming.headers["x-address"] ?? "192.0.2.1");
    bodies.receive({ request: incoming, bytesMax, address }, (outcome) => {
      outcomes.push(outcome);
      response.writeHead(outcome instanceof Failure ? outcome.status : 200).end();
    });
  }).on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return { port, outcomes, sockets };
}

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

interface Posted {
  address?: string;
  length?: number;
  /** Sent right away. */
  body: Buffer;
}

/** Posts the beginning of a body and returns the status once there is one. */
function post(port: number, { address = "192.0.2.1", length, body }: Posted) {
  const headers = {
    "x-address": address,
    ...(length === undefined ? {} : { "content-length": length }),
  };
  const sent = request({ port, host: "127.0.0.1", method: "POST", headers });
  const status = new Promise<number>((resolve) => {
    sent.on("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", () => resolve(0));
  });
  sent.write(body);
  return { sent, status };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((done) => setTimeout(done, 5));
}

describe("request bodies", () => {
  it("take at most 80 MB while 200 of them are unfinished", async () => {
    // Refused bodies are read and thrown away, so all of them have to wait here.
    const { port, sockets } = await serve(new BodyBudget({ waitingMax: 200, graceMs: 600_000 }));
    const almost = Buffer.alloc(UPLOAD_BYTES_MAX - 1);
    const posts = Array.from({ length: 200 }, (_, index) =>
      post(port, { address: `192.0.2.${index}`, length: UPLOAD_BYTES_MAX, body: almost }),
    );
    const read = () => [...sockets].map(({ bytesRead }) => bytesRead);
    await until(() => read().filter((bytes) => bytes >= almost.length).length === 2);
    await until(() => sockets.size === 200 && read().every((bytes) => bytes > 0));
    // Nothing more is read from the others, however often the process checks on them.
    for (let turn = 0; turn < 50; turn++) await new Promise((done) => setImmediate(done));
    expect(read().reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(80 * MEGABYTE);
    for (const { sent } of posts) sent.destroy();
  });

  it("wait their turn when large, one per address at a time", async () => {
    const { port, outcomes } = await serve(new BodyBudget());
    const whole = Buffer.alloc(UPLOAD_BYTES_MAX);
    const slow = post(port, { length: UPLOAD_BYTES_MAX, body: whole.subarray(1) });
    const second = post(port, { length: UPLOAD_BYTES_MAX, body: whole });
    const other = post(port, { address: "192.0.2.2", length: UPLOAD_BYTES_MAX, body: whole });
    second.sent.end();
    other.sent.end();
    expect(await other.status).toBe(200);
    expect(outcomes).toHaveLength(1);
    slow.sent.end(whole.subarray(0, 1));
    expect(await Promise.all([slow.status, second.status])).toEqual([200, 200]);
  });

  it("are refused with 429 when one address has too many in progress, and with 503 when everyone together does", async () => {
    const bodies = new BodyBudget({ bytesMax: 100 * KILOBYTE, smallShareBytes: 64 * KILOBYTE });
    const { port, outcomes } = await serve(bodies, 64 * KILOBYTE);
    const first = post(port, { length: 60 * KILOBYTE, body: Buffer.alloc(1) });
    await until(() => server.listening);
    await expect.poll(() => post(port, { length: 8 * KILOBYTE, body: Buffer.alloc(1) }).status).toBe(429);
    const elsewhere = post(port, { address: "2001:db8::1", length: 50 * KILOBYTE, body: Buffer.alloc(1) });
    expect(await elsewhere.status).toBe(503);
    expect(outcomes.at(-1)).toMatchObject({ code: "SERVICE_UNAVAILABLE", data: { retry_after_s: 5 } });
    first.sent.end(Buffer.alloc(60 * KILOBYTE - 1));
    expect(await first.status).toBe(200);
    const again = post(port, { length: 8, body: Buffer.alloc(8) });
    again.sent.end();
    expect(await again.status).toBe(200);
  });

  it("end with 408 when they arrive too slowly", async () => {
    const { port } = await serve(new BodyBudget({ graceMs: 40 }));
    expect(await post(port, { length: 100, body: Buffer.alloc(1) }).status).toBe(408);
    expect(await post(port, { body: Buffer.alloc(1) }).status).toBe(408);
  });

  it("are refused with a readable answer, even while they're still being sent", async () => {
    const { port } = await serve(new BodyBudget(), 10 * MEGABYTE);
    const large = post(port, { length: 11 * MEGABYTE, body: Buffer.alloc(11 * MEGABYTE) });
    large.sent.end();
    expect(await large.status).toBe(413);
    const unsaid = post(port, { body: Buffer.alloc(11 * MEGABYTE) });
    unsaid.sent.end();
    expect(await unsaid.status).toBe(413);
  });

  it("are hardly read any further once refused, however many there are", async () => {
    const { port, sockets } = await serve(new BodyBudget(), 10 * MEGABYTE, new Linger(2000));
    const large = Buffer.alloc(11 * MEGABYTE);
    const posts = Array.from({ length: 50 }, () => post(port, { length: large.length, body: large }));
    const statuses = await Promise.all(posts.map(({ status }) => status));
    expect(new Set(statuses)).toEqual(new Set([413]));
    // Their connections do get closed, although nobody else closes them.
    await until(() => [...sockets].every(({ destroyed }) => destroyed));
    const read = [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    expect(read).toBeLessThan(64 * MEGABYTE);
  });

  it("leave nothing behind when their connection breaks", async () => {
    const { port, outcomes } = await serve(new BodyBudget({ smallShareBytes: 64 * KILOBYTE }), 64 * KILOBYTE);
    for (let round = 1; round <= 3; round++) {
      const { sent, status } = post(port, { length: 60 * KILOBYTE, body: Buffer.alloc(KILOBYTE) });
      await new Promise((done) => server.once("request", done));
      sent.destroy();
      await status;
      await until(() => outcomes.length === round);
      expect(outcomes.at(-1)).toMatchObject({ code: "BODY_BROKEN_OFF" });
    }
  });
});
