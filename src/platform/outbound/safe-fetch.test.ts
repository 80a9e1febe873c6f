// @project unit
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HostAddress, SafeFetch } from "./safe-fetch.ts";

const BOUNDS = { bytesMax: 1000, milliseconds: 30_000, accept: "image/*" };

let server: Server;
let port: number;
const seen: { path: string; headers: IncomingMessage["headers"] }[] = [];

const SLOW_MS = 400;

const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  "/ok": (response) => response.end("a picture"),
  "/gone": (response) => response.writeHead(410).end("no"),
  "/heavy": (response) => response.end("x".repeat(1001)),
  "/endless": (response) => {
    response.on("error", () => undefined);
    const more = () => {
      if (response.destroyed) return;
      response.write("x".repeat(100));
      setImmediate(more);
    };
    more();
  },
  "/dripping": (response) => {
    const drip = setInterval(() => response.write("x"), 20);
    response.on("close", () => clearInterval(drip));
  },
  "/silent": () => undefined,
  "/loop": (response) => response.writeHead(302, { location: "/loop" }).end(),
  "/broken": (response) => response.destroy(),
};

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://here");
  seen.push({ path: pathname, headers: request.headers });
  const to = searchParams.get("to");
  if (to !== null) response.writeHead(302, { location: to }).end();
  else ANSWERS[pathname]?.(response);
}

beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const HOSTS: Record<string, string[]> = {
  "here.example": ["127.0.0.1"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "private.example": ["10.0.0.7"],
  "metadata.example": ["169.254.169.254"],
  "mixed.example": ["93.184.215.14", "192.168.1.1"],
  "unique.example": ["fd12::1"],
  "linked.example": ["fe80::1%eth0"],
  "nowhere.example": [],
};

async function lookUp(host: string): Promise<HostAddress[]> {
  return (HOSTS[host] ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
}

const closed = new SafeFetch({ allow: "", lookUp });
/** Allows the test's own server and nothing else on this machine. */
const open = new SafeFetch({ allow: "127.0.0.1", lookUp });
const here = (path: string) => `http://here.example:${port}${path}`;

async function problemOf(outbound: SafeFetch, url: string, bounds = {}): Promise<string> {
  return outbound.fetchBytes(url, { ...BOUNDS, ...bounds }).then(
    () => "fetched",
    (error) => error.problem ?? String(error),
  );
}

describe("requests to other hosts", () => {
  it("fetches what's there, follows redirects, and reveals nothing about anyone", async () => {
    seen.length = 0;
    const bytes = await open.fetchBytes(here("/?to=/ok"), BOUNDS);
    expect(Buffer.from(bytes).toString()).toBe("a picture");
    expect(seen.map(({ path }) => path)).toEqual(["/", "/ok"]);
    expect(Object.keys(seen[1]?.headers ?? {}).sort()).toEqual(
      ["accept", "accept-encoding", "connection", "host", "user-agent"].sort(),
    );
  });

  it.each([
    "http://127.0.0.1",
    "http://localhost",
    "http://[::1]",
    "http://[::ffff:127.0.0.1]",
    "http://[::ffff:7f00:1]",
    "http://0.0.0.0",
    "http://0x7f.1",
    "http://2130706433",
    "http://169.254.169.254",
    "http://10.1.2.3",
    "http://100.64.0.1",
    "http://[fd00::1]",
    "http://[fe80::1]",
    "http://[64:ff9b::7f00:1]",
    "http://[2002:7f00:1::]",
    ...Object.keys(HOSTS)
      .slice(0, -1)
      .map((host) => `http://${host}`),
  ])("doesn't lead to %s", async (origin) => {
    const local = new SafeFetch({
      allow: "",
      lookUp: async (host) => (host === "localhost" ? [{ address: "127.0.0.1", family: 4 }] : lookUp(host)),
    });
    seen.length = 0;
    expect(await problemOf(local, `${origin}:${port}/ok`)).toBe("forbidden");
    expect(seen).toEqual([]);
  });

  it.each([
    "http://127.0.0.2:1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://private.example/",
    "http://metadata.example/",
    "file:///etc/passwd",
    "ftp://here.example/",
    "http://user:password@here.example/",
    "data:image/png;base64,AA",
  ])("isn't redirected to %s", async (to) => {
    expect(await problemOf(open, here(`/?to=${encodeURIComponent(to)}`))).toBe("forbidden");
  });

  it("connects to the addresses it checked, whatever the name resolves to a moment later", async () => {
    let asked = 0;
    const rebinding = new SafeFetch({
      allow: "127.0.0.1",
      lookUp: async () => [{ address: asked++ === 0 ? "127.0.0.1" : "10.0.0.1", family: 4 }],
    });
    expect(await problemOf(rebinding, here("/ok"))).toBe("fetched");
    expect(asked).toBe(1);
    expect(await problemOf(rebinding, here("/ok"))).toBe("forbidden");
  });

  it.each([
    ["/gone", "status"],
    ["/loop", "status"],
    ["/heavy", "too_large"],
    ["/endless", "too_large"],
    ["/broken", "unreachable"],
  ])("gives up on %s: %s", async (path, problem) => {
    expect(await problemOf(open, here(path))).toBe(problem);
  });

  it.each(["/dripping", "/silent"])("doesn't wait for %s longer than allowed", async (path) => {
    expect(await problemOf(open, here(path), { milliseconds: SLOW_MS })).toBe("too_slow");
  });

  it("doesn't wait longer for a name either, and reports names that don't resolve", async () => {
    const stuck = new SafeFetch({ allow: "", lookUp: () => new Promise(() => undefined) });
    expect(await problemOf(stuck, "http://here.example/", { milliseconds: SLOW_MS })).toBe("too_slow");
    expect(await problemOf(open, "http://nowhere.example/")).toBe("unreachable");
  });

  it("knows whether its owner has opened it", () => {
    expect([closed.allowsLocal, open.allowsLocal]).toEqual([false, true]);
  });
});
