// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { startDns, type TestDns } from "#test/harness/dns.ts";
import { probeDomain } from "./activation.ts";
import type { Domain } from "./contract.ts";

const TARGET = "links.fanfare.com";
const ADDRESS = "93.184.215.14";

let dns: TestDns;
let app: TestApp;
let owner: Client;
let profile_id: string;
let zone: string;
let number = 0;

beforeAll(async () => {
  dns = await startDns();
  dns.addZone("fanfare.com");
  dns.names.set(TARGET, { A: [ADDRESS] });
  const settings = { PUBLIC_URL: `https://${TARGET}`, PLANS: "off", DNS_SERVERS: dns.address };
  // Nothing answers there.
  const lookUp = async () => [{ address: "127.0.0.9", family: 4 }];
  app = await startApp({ ...settings, OUTBOUND_ALLOW: "loopback" }, { lookUp });
  owner = await app.signUp();
  await app.platform.db.execute(sql`update users set email_verified = true`);
  profile_id = (await owner.api("POST", "/profiles", { name: "Mia" })).body.id;
});
afterAll(async () => {
  await app?.close();
  dns?.close();
});
beforeEach(() => {
  zone = `zoe${number++}.com`;
  dns.addZone(zone);
});

async function add(host: string): Promise<Domain> {
  const { body, status } = await owner.api("POST", "/domains", { host, profile_id });
  expect([body.code, status]).toEqual([undefined, 201]);
  return body;
}

/** What a check of a new domain finds. */
async function find(host: string): Promise<Domain> {
  return (await owner.api("POST", `/domains/${(await add(host)).id}/check`)).body;
}

describe("a check", () => {
  it("takes a CNAME record in any case and script, and whoever’s records it leads through", async () => {
    dns.names.set(`links.${zone}`, { CNAME: ["LINKS.Fanfare.COM"] });
    expect(await find(`Links.${zone.toUpperCase()}.`)).toMatchObject({ state: "verified" });
    dns.names.set("xn--bcher-kva.com", {});
    dns.addZone("xn--bcher-kva.com");
    dns.names.set("links.xn--bcher-kva.com", { CNAME: [TARGET] });
    expect(await find("links.bücher.com")).toMatchObject({
      state: "verified",
      display_host: "links.bücher.com",
    });
  });

  it("says where CNAME records go if they go nowhere, in circles, or on and on", async () => {
    const own = `links.${zone}`;
    const { id } = await add(own);
    const finds = async (target: string) => {
      dns.names.set(own, { CNAME: [target] });
      return (await owner.api("POST", `/domains/${id}/check`)).body;
    };
    const wrong = (reason: string) => ({
      state: "misconfigured",
      reason: `${reason} It should lead to ${TARGET}.`,
    });
    expect(await finds(own)).toMatchObject(wrong(`The CNAME records of ${own} form a loop: ${own}.`));
    for (let at = 0; at < 12; at++)
      dns.names.set(`c${at}.example.org`, { CNAME: [`c${at + 1}.example.org`] });
    expect(await finds("c0.example.org")).toMatchObject(
      wrong(`${own} has more records than we can look at.`),
    );
    dns.names.set("office.example.org", { A: ["192.168.1.7"] });
    expect(await finds("office.example.org")).toMatchObject(
      wrong(`${own} leads to 192.168.1.7, which isn’t on the public internet.`),
    );
    dns.names.set("host.example.org", { A: ["8.8.8.8"], AAAA: ["2a00:1450::1"] });
    expect(await finds("host.example.org")).toMatchObject({
      ...wrong(`${own} leads to host.example.org (8.8.8.8, 2a00:1450::1).`),
      records: [{ type: "CNAME", value: TARGET, seen: ["host.example.org"], is_right: false }],
    });
  });

  it("tells a name that doesn’t exist from name servers that fail", async () => {
    expect(await find(`none.${zone}`)).toMatchObject({
      state: "dns_pending",
      reason: `There’s no record for none.${zone} yet. It should lead to ${TARGET}.`,
    });
    expect(await find("links.nobody-has-this.com")).toMatchObject({
      state: "dns_pending",
      reason:
        "We found no name servers for nobody-has-this.com. A new domain can take a few hours to appear.",
    });
    dns.broken.add(zone);
    expect(await find(`other.${zone}`)).toMatchObject({
      state: "dns_pending",
      reason: "Its name servers didn’t answer in time. We’ll ask again.",
    });
    dns.broken.clear();
  });

  it("asks the resolver if the name servers a domain names don’t know it, or don’t exist", async () => {
    dns.names.set(`links.${zone}`, { CNAME: [TARGET] });
    dns.names.set(`ns1.${zone}`, { A: ["127.0.0.3"] });
    expect(await find(`links.${zone}`)).toMatchObject({ state: "verified", name_servers: [`ns1.${zone}`] });
    dns.names.delete(`ns1.${zone}`);
    dns.names.set(`shop.${zone}`, { CNAME: [TARGET] });
    expect(await find(`shop.${zone}`)).toMatchObject({ state: "verified" });
  });

  it("finds the proof among many long texts, and keeps only a little of them", async () => {
    dns.names.set(`links.${zone}`, { A: [ADDRESS] });
    const { id, records } = await add(zone);
    const { name = "", value = "" } = records.find(({ type }) => type === "TXT") ?? {};
    dns.addZone(zone, { A: [ADDRESS] });
    const others = Array.from({ length: 40 }, (_, at) => `${at} ${"x".repeat(240)}`);
    dns.names.set(name, { TXT: [...others, value] });
    expect((await owner.api("POST", `/domains/${id}/check`)).body).toMatchObject({ state: "verified" });
    const [row] = await rowsOf<{ size: number }>(
      app.platform.db,
      sql`select length(seen::text)::int as size from domains where id = ${id}`,
    );
    expect(row?.size).toBeLessThan(4_000);
  });

  it("leaves a verified domain waiting for HTTPS until something answers there", async () => {
    dns.names.set(`links.${zone}`, { CNAME: [TARGET] });
    const { id } = await find(`links.${zone}`);
    await probeDomain(app.platform, { account: owner.id, id });
    const { items } = (await owner.api("GET", "/domains")).body;
    expect(items.find((item: Domain) => item.id === id)).toMatchObject({
      state: "issuing",
      reason: `Your DNS records are right. We’re waiting for https://links.${zone} to answer, which takes about a minute.`,
      records: [{ is_right: true, seen: [TARGET] }],
    });
  });
});
