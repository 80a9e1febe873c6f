import { get } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDns, type TestDns } from "#test/harness/dns.ts";
import { type Caddy, startCaddy, TARGET } from "./caddy.ts";
import { connectDomain, domainSettings, HTTPS_MS_PROMISED } from "./connect-domain.ts";
import { type NodeProcess, startNode } from "./node-process.ts";
import { postgresStore, removeFolders, type Store } from "./stores.ts";

/** Set by `npm test`, which says so if there's no Caddy. */
const CADDY = process.env.CADDY_PATH;
const HOST = "links.mia.com";
/** A minute is also this many times what making a page takes. A machine that takes longer for that is as slow here. */
const PROMISED_TIMES = 100;

describe("a domain behind a proxy", () => {
  let dns: TestDns;
  let node: NodeProcess;
  let caddy: Caddy | undefined;
  let store: Store & { databaseUrl: string };
  beforeAll(async () => {
    dns = await startDns();
    dns.addZone("mia.com");
    store = await postgresStore();
    node = await startNode({ ...store, env: domainSettings(dns) });
    caddy = CADDY ? await startCaddy(CADDY, node) : undefined;
  });
  afterAll(async () => {
    await caddy?.stop();
    await node?.end("SIGKILL");
    dns?.close();
    await removeFolders();
  });

  const statusAt = (host: string) =>
    new Promise((resolve, reject) => {
      get({ host: "127.0.0.1", port: node.port, headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on("error", reject);
    });

  it("gets no certificate and shows nothing until its owner has proven it", async () => {
    for (const host of [HOST, "evil.com"]) {
      expect((await fetch(`${node.url}/api/v1/domains/ask?domain=${host}`)).status).toBe(404);
      expect(await statusAt(host)).toBe(421);
    }
  });

  it.runIf(CADDY)("works over HTTPS soon after its DNS record is right, and no other host does", async () => {
    const front = caddy as Caddy;
    await expect(front.open(HOST)).rejects.toThrow();
    const confirm = (id: string) => store.rows(`update users set email_verified = true where id = '${id}'`);
    const { page, ms, making_ms } = await connectDomain({ node, dns, caddy: front, host: HOST, confirm });
    expect(ms).toBeLessThan(Math.max(HTTPS_MS_PROMISED, PROMISED_TIMES * making_ms));
    expect([page.status, page.text.includes("Link 1")]).toEqual([200, true]);
    for (const host of ["evil.com", "other.mia.com"]) await expect(front.open(host)).rejects.toThrow();
  });

  it.runIf(CADDY)("leaves the instance at its own host, with its figures hidden", async () => {
    const front = caddy as Caddy;
    const { status, text } = await front.open(TARGET);
    expect([status, text.includes("<title>Fanfare")]).toEqual([200, true]);
    for (const host of [TARGET, HOST]) expect((await front.open(host, "/metrics")).status).toBe(404);
  });

  it.runIf(CADDY)("keeps visitors waiting while its only node is replaced, without an error", async () => {
    const front = caddy as Caddy;
    const { port, ...rest } = node;
    const again = { ...store, env: domainSettings(dns), args: ["--port", String(port)] };
    expect((await rest.end("SIGTERM")).code).toBe(0);
    const opened = front.open(TARGET, "/health/live");
    node = await startNode(again);
    expect((await opened).status).toBe(200);
  });
});
