// @project server-postgres
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { startDns, type TestDns } from "#test/harness/dns.ts";
import { activate } from "./activation.ts";
import { checkDueDomains } from "./checks.ts";

const TARGET = "links.fanfare.com";
const HOST = "links.mia.com";
const WAIT = { timeout: 20_000 };

interface Message {
  type: string;
  data: { id: string; domain: { host: string; state: string; reason: string } };
}

let dns: TestDns;
let app: TestApp;
let receiver: Server;
const messages: Message[] = [];

beforeAll(async () => {
  dns = await startDns();
  for (const zone of ["fanfare.com", "mia.com"]) dns.addZone(zone);
  receiver = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    messages.push(JSON.parse(body));
    response.end();
  });
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
  app = await startApp({
    PUBLIC_URL: `https://${TARGET}`,
    PLANS: "off",
    DNS_SERVERS: dns.address,
    OUTBOUND_ALLOW: "loopback",
    DOMAINS_ADDRESSES: "93.184.215.14",
  });
});
afterAll(async () => {
  await app?.close();
  receiver?.close();
  dns?.close();
});

async function newOwner(): Promise<{ who: Client; profile_id: string }> {
  const who = await app.signUp();
  await app.platform.db.execute(sql`update users set email_verified = true where id = ${who.id}`);
  return { who, profile_id: (await who.api("POST", "/profiles", { name: "Mia" })).body.id };
}

it("webhooks receive a domain as it goes live, leads away, is given up on, and goes to someone else", async () => {
  const { who: owner, profile_id } = await newOwner();
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const events = ["domain.active", "domain.misconfigured", "domain.failed", "domain.lost"];
  expect((await owner.api("POST", "/webhooks", { url, events })).status).toBe(201);
  const { id } = (await owner.api("POST", "/domains", { host: HOST, profile_id })).body;
  const stateOf = async () => (await owner.api("GET", "/domains")).body.items[0].state;
  const told = (type: string) =>
    vi.waitUntil(() => messages.find((message) => message.type === type)?.data, WAIT);
  const lives = async () => {
    dns.names.set(HOST, { CNAME: [TARGET] });
    await vi.waitUntil(
      async () => (await owner.api("POST", `/domains/${id}/check`)).body.state === "verified",
      { ...WAIT, interval: 1_500 },
    );
    await activate(app.platform, { account: owner.id, id });
  };
  const isDue = async (days: number, state: string) => {
    app.clock.advance(days * DAY_MS + 1000);
    await vi.waitUntil(async () => {
      await checkDueDomains(app.platform);
      return (await stateOf()) === state;
    }, WAIT);
  };

  await lives();
  expect(await told("domain.active")).toMatchObject({ id, domain: { host: HOST, state: "active" } });
  dns.names.set(HOST, { A: ["8.8.8.8"] });
  await isDue(1, "misconfigured");
  expect(await told("domain.misconfigured")).toMatchObject({
    domain: { state: "misconfigured", reason: `${HOST} leads to 8.8.8.8. It should lead to ${TARGET}.` },
  });
  await isDue(31, "failed");
  expect(await told("domain.failed")).toMatchObject({ id, domain: { state: "failed" } });

  await lives();
  const other = await newOwner();
  const claim = { host: HOST, profile_id: other.profile_id };
  const { id: theirs, records } = (await other.who.api("POST", "/domains", claim)).body;
  const txt = records.find(({ type }: { type: string }) => type === "TXT");
  dns.names.set(txt.name, { TXT: [txt.value] });
  await vi.waitUntil(
    async () => (await other.who.api("POST", `/domains/${theirs}/check`)).body.state === "verified",
    { ...WAIT, interval: 1_500 },
  );
  expect(await told("domain.lost")).toMatchObject({
    id,
    domain: { state: "failed", reason: "Another account has proven that this domain is theirs." },
  });
});
