// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { startDns, type TestDns } from "#test/harness/dns.ts";
import { eventsOf } from "#test/harness/events.ts";
import { activate } from "./activation.ts";
import { checkDueDomains } from "./checks.ts";
import type { DomainRecord } from "./contract.ts";
import { DOMAINS_MAX } from "./rules.ts";

const TARGET = "links.fanfare.com";
const ADDRESS = "93.184.215.14";
const WAIT = { timeout: 20_000 };

let dns: TestDns;
let app: TestApp;
let owner: Client;
let profileId: string;
let zone: string;
let number = 0;

beforeAll(async () => {
  dns = await startDns();
  dns.addZone("fanfare.com");
  dns.names.set(TARGET, { A: [ADDRESS] });
  app = await startApp({
    PUBLIC_URL: `https://${TARGET}`,
    CDN_URL: "https://cdn.pictures.net",
    PLANS: "off",
    DNS_SERVERS: dns.address,
    OUTBOUND_ALLOW: "loopback",
  });
});
afterAll(async () => {
  await app?.close();
  dns?.close();
});

const confirm = (id: string) =>
  app.platform.db.execute(sql`update users set email_verified = true where id = ${id}`);

async function newOwner(): Promise<{ who: Client; profileId: string }> {
  const who = await app.signUp();
  await confirm(who.id);
  return { who, profileId: (await who.api("POST", "/profiles", { name: "Mia" })).body.id };
}

beforeEach(async () => {
  ({ who: owner, profileId } = await newOwner());
  zone = `mia${number++}.com`;
  dns.addZone(zone);
});

const add = (host: string, who = owner, profile = profileId) =>
  who.api("POST", "/domains", { host, profile_id: profile });
const check = async (id: string, who = owner) => (await who.api("POST", `/domains/${id}/check`)).body;
const manyAddresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `8.${index >> 8}.${index & 255}.8`);
const proofOf = (records: DomainRecord[]) => records.find(({ type }) => type === "TXT") as DomainRecord;
const prove = ({ name, value }: DomainRecord) => dns.names.set(name, { TXT: ["other", value] });
const ask = (domain: string) => app.visitor().api("GET", `/domains/ask?domain=${encodeURIComponent(domain)}`);

/** A subdomain that leads here and has been checked. */
async function verified(host = `links.${zone}`) {
  const { body } = await add(host);
  dns.names.set(host, { CNAME: [TARGET] });
  // On a busy machine, an answer may take too long.
  return vi.waitUntil(
    async () => {
      const domain = await check(body.id);
      return domain.state === "verified" && domain;
    },
    { timeout: 20_000, interval: 1_500 },
  );
}

/** The same, opened over HTTPS. */
async function working(host?: string) {
  const domain = await verified(host);
  await activate(app.platform, { account: owner.id, id: domain.id });
  return domain;
}

describe("a domain", () => {
  it("goes from added to active: records, check, HTTPS, e-mail, and the page's URL", async () => {
    const made = await add(`https://Links.${zone}/`);
    expect([made.status, made.body]).toMatchObject([
      201,
      { host: `links.${zone}`, state: "added", reason: "", twin: null, active_at: null },
    ]);
    expect(made.body.records).toEqual([
      {
        type: "CNAME",
        name: `links.${zone}`,
        label: "links",
        value: TARGET,
        purpose: "page",
        seen: [],
        is_right: null,
      },
    ]);
    const pending = await check(made.body.id);
    expect(pending).toMatchObject({
      state: "dns_pending",
      reason: `There’s no record for links.${zone} yet. It should lead to ${TARGET}.`,
      records: [{ is_right: false, seen: [] }],
      name_servers: [`ns1.${zone}`],
    });
    dns.names.set(`links.${zone}`, { CNAME: [TARGET] });
    const ready = await check(made.body.id);
    expect(ready).toMatchObject({
      state: "verified",
      reason: "",
      records: [{ is_right: true, seen: [TARGET] }],
    });
    const { id } = ready;
    await activate(app.platform, { account: owner.id, id });
    const { items } = (await owner.api("GET", "/domains")).body;
    expect(items).toMatchObject([{ id, state: "active", reason: "", active_at: expect.any(String) }]);
    expect((await owner.api("GET", `/profiles/${profileId}`)).body.domain).toBe(`links.${zone}`);
    expect((await app.mailTo(owner.email, /is live/)).text).toContain(`https://links.${zone}/`);
    expect((await owner.api("DELETE", `/domains/${id}`)).body).toEqual({ id });
    expect((await owner.api("GET", `/profiles/${profileId}`)).body.domain).toBeNull();
    expect((await eventsOf(app, id)).map(({ name }) => name)).toEqual([
      "domain.added",
      "domain.verified",
      "domain.activated",
      "domain.removed",
    ]);
  });

  it("without www needs addresses and a TXT record, and takes www along", async () => {
    const { body } = await add(zone);
    expect(body.records).toMatchObject([
      { type: "A", label: "@", value: ADDRESS, purpose: "page" },
      { type: "TXT", label: "_fanfare", purpose: "proof" },
      { type: "CNAME", label: "www", value: TARGET, purpose: "twin" },
    ]);
    dns.addZone(zone, { A: [ADDRESS] });
    expect(await check(body.id)).toMatchObject({
      state: "dns_pending",
      reason: `${zone} leads here. To prove it’s yours, add the TXT record at _fanfare.${zone}.`,
    });
    prove(proofOf(body.records));
    expect((await check(body.id)).state).toBe("verified");
    expect([(await ask(zone)).status, (await ask(`WWW.${zone}.`)).status]).toEqual([200, 200]);
    expect((await ask(`shop.${zone}`)).body.code).toBe("DOMAIN_UNKNOWN");
  });

  it("in another script is written in both", async () => {
    const { body } = await add(`Bücher${number}.de`);
    expect(body).toMatchObject({
      host: expect.stringMatching(/^xn--bcher/),
      display_host: `bücher${number}.de`,
    });
  });

  it("is found wanting with what's there and what should be", async () => {
    const { body } = await add(`links.${zone}`);
    const becomes = async (records: object, reason: RegExp) => {
      dns.names.set(`links.${zone}`, records);
      expect(await check(body.id)).toMatchObject({
        state: "misconfigured",
        reason: expect.stringMatching(reason),
        verified_at: null,
      });
    };
    await becomes({ A: ["203.0.113.9"] }, /leads to 203\.0\.113\.9.*public internet.*links\.fanfare\.com/);
    await becomes({ A: ["10.0.0.7"] }, /10\.0\.0\.7, which isn’t on the public internet/);
    await becomes({ A: ["104.16.3.4"] }, /Cloudflare’s proxy \(104\.16\.3\.4\)/);
    await becomes({ A: ["8.8.8.8"] }, /leads to 8\.8\.8\.8\. It should lead to links\.fanfare\.com/);
    await becomes({ A: [ADDRESS], AAAA: ["2a00:1450::1"] }, /leads here, but also to 2a00:1450::1/);
    await becomes(
      { CNAME: ["nowhere.example.org"] },
      /a CNAME of nowhere\.example\.org, which leads nowhere/,
    );
    dns.names.set(`loop.${zone}`, { CNAME: [`links.${zone}`] });
    await becomes({ CNAME: [`loop.${zone}`] }, /form a loop/);
    await becomes({ A: manyAddresses(4000) }, /more records than we can look at/);
  });

  it("keeps its state while its name servers don’t answer, or answer with nonsense", async () => {
    const { id } = await working();
    dns.broken.add(`links.${zone}`);
    expect(await check(id)).toMatchObject({ state: "active", dangling_since: null });
    dns.broken.clear();
    // More than a message can hold.
    dns.names.set(`links.${zone}`, { A: manyAddresses(10_000) });
    expect((await check(id)).state).toBe("active");
    const { body } = await add(`later.${zone}`);
    dns.broken.add(`later.${zone}`);
    expect(await check(body.id)).toMatchObject({
      state: "dns_pending",
      reason: "Its name servers didn’t answer in time. We’ll ask again.",
    });
  });
});

describe("a domain over time", () => {
  const stateOf = async (id: string) => {
    const { items } = (await owner.api("GET", "/domains")).body;
    return items.find((item: { id: string }) => item.id === id);
  };

  it("is checked by itself: after a minute, then less and less, until we give up", async () => {
    const { body } = await add(`links.${zone}`);
    app.clock.advance(61_000);
    await checkDueDomains(app.platform);
    await vi.waitUntil(async () => (await stateOf(body.id)).state === "dns_pending", WAIT);
    app.clock.advance(31 * DAY_MS);
    await checkDueDomains(app.platform);
    await vi.waitUntil(async () => (await stateOf(body.id)).state === "failed", WAIT);
    expect(await stateOf(body.id)).toMatchObject({
      next_check_at: null,
      reason: "We’ve looked for 30 days and stopped. Check again once the records are right.",
    });
    dns.names.set(`links.${zone}`, { CNAME: [TARGET] });
    expect((await check(body.id)).state).toBe("verified");
  });

  it("raises the alarm when it leads away, and recovers", async () => {
    const host = `links.${zone}`;
    const { id } = await working(host);
    dns.names.delete(host);
    app.clock.advance(DAY_MS + 1000);
    await checkDueDomains(app.platform);
    await vi.waitUntil(async () => (await stateOf(id)).dangling_since !== null, WAIT);
    expect((await app.mailTo(owner.email, /no longer leads/)).text).toContain(
      `There’s no record for ${host}`,
    );
    expect((await eventsOf(app, id)).at(-1)?.name).toBe("domain.dangling");
    expect((await owner.api("GET", `/profiles/${profileId}`)).body.domain).toBeNull();
    dns.names.set(host, { CNAME: [TARGET] });
    await check(id);
    await activate(app.platform, { account: owner.id, id });
    expect(await stateOf(id)).toMatchObject({ state: "active", dangling_since: null });
    expect((await owner.api("GET", `/profiles/${profileId}`)).body.domain).toBe(host);
  });
});

describe("a domain that somebody else wants", () => {
  it("isn’t blocked by a claim, and isn’t theirs without a TXT record once it was ours", async () => {
    const host = `links.${zone}`;
    const other = await newOwner();
    const claim = (await add(host, other.who, other.profileId)).body;
    const mine = await working(host);
    const theirs = await check(claim.id, other.who);
    expect(theirs).toMatchObject({ state: "dns_pending", reason: expect.stringContaining("TXT record") });
    await owner.api("DELETE", `/domains/${mine.id}`);
    const left = await check(claim.id, other.who);
    expect(left).toMatchObject({ state: "dns_pending", verified_at: null });
    expect((await ask(host)).status).toBe(404);
    prove(proofOf(left.records));
    expect((await check(claim.id, other.who)).state).toBe("verified");
    expect((await ask(host)).status).toBe(200);
  });

  it("goes to the account with the newest proof, and the other one hears about it", async () => {
    const host = `links.${zone}`;
    const mine = await working(host);
    const other = await newOwner();
    const claim = (await add(host, other.who, other.profileId)).body;
    prove(proofOf(claim.records));
    expect((await check(claim.id, other.who)).state).toBe("verified");
    const { items } = (await owner.api("GET", "/domains")).body;
    expect(items).toMatchObject([
      { state: "failed", verified_at: null, reason: expect.stringContaining("Another account") },
    ]);
    expect((await eventsOf(app, mine.id)).at(-1)).toMatchObject({ name: "domain.lost", account: owner.id });
    expect((await app.mailTo(owner.email, /no longer leads/)).text).toContain("Another account");
    expect((await check(mine.id)).state).toBe("dns_pending");
  });

  it("needs a TXT record where someone else has proven the domain around it, such as for its redirect from www", async () => {
    const mine = (await add(zone)).body;
    dns.addZone(zone, { A: [ADDRESS] });
    prove(proofOf(mine.records));
    expect((await check(mine.id)).state).toBe("verified");
    const other = await newOwner();
    for (const host of [`www.${zone}`, `a.shop.${zone}`]) {
      // As we tell people to set it for www, or as a wildcard record says.
      dns.names.set(host, { CNAME: [TARGET] });
      const claim = (await add(host, other.who, other.profileId)).body;
      const theirs = await check(claim.id, other.who);
      expect(theirs).toMatchObject({ state: "dns_pending", reason: expect.stringContaining("TXT record") });
      const own = (await add(host)).body;
      expect((await check(own.id)).state).toBe("verified");
    }
  });

  it("is proven by one of two at the same moment", async () => {
    const host = `links.${zone}`;
    dns.names.set(host, { CNAME: [TARGET] });
    const other = await newOwner();
    const [mine, theirs] = [(await add(host)).body, (await add(host, other.who, other.profileId)).body];
    const states = await Promise.all([check(mine.id), check(theirs.id, other.who)]);
    expect(states.map(({ state }) => state).sort()).toEqual(["dns_pending", "verified"]);
  });
});

describe("a domain that isn’t added", () => {
  it("is none, or not one that anyone could own", async () => {
    const refused = {
      DOMAIN_INVALID: "nodots",
      DOMAIN_IS_ADDRESS: "127.0.0.1",
      DOMAIN_IS_SUFFIX: "co.uk",
      DOMAIN_IS_LOCAL: "printer.local",
      DOMAIN_IS_WILDCARD: "*.mia.com",
      DOMAIN_IS_OURS: `shop.${TARGET}`,
    };
    for (const [code, host] of Object.entries(refused)) expect((await add(host)).body.code).toBe(code);
    // Whoever has a host around the one for pictures could replace them.
    for (const host of ["cdn.pictures.net", "pictures.net", "x.cdn.pictures.net"])
      expect([host, (await add(host)).body.code]).toEqual([host, "DOMAIN_IS_OURS"]);
  });

  it("is on the list already, one too many, for someone else’s profile, or by someone unconfirmed", async () => {
    expect((await add(`links.${zone}`)).status).toBe(201);
    expect((await add(`LINKS.${zone}`)).body.code).toBe("DOMAIN_EXISTS");
    const other = await newOwner();
    expect((await add(`x.${zone}`, owner, other.profileId)).body.code).toBe("PROFILE_NOT_FOUND");
    await app.platform.db.execute(
      sql`insert into domains (id, account, profile_id, host, zone, token, created_at)
          select gen_random_uuid(), ${owner.id}, ${profileId}, 'x' || n, 'x', '', now()
          from generate_series(3, ${DOMAINS_MAX}) n`,
    );
    const two = await Promise.all([add(`a.${zone}`), add(`b.${zone}`)]);
    expect(two.map(({ body }) => body.code ?? "made").sort()).toEqual(["DOMAIN_LIMIT", "made"]);
    const fresh = await app.signUp();
    const profile = (await fresh.api("POST", "/profiles", { name: "Zoe" })).body.id;
    expect((await add(`y.${zone}`, fresh, profile)).body.code).toBe("EMAIL_UNCONFIRMED");
  });

  it("§9 takes premium, which those already there don’t", async () => {
    const plain = await startApp({
      PUBLIC_URL: `https://${TARGET}`,
      DNS_SERVERS: dns.address,
    });
    const who = await plain.signUp();
    const { id } = (await who.api("POST", "/profiles", { name: "Zoe" })).body;
    const answer = await who.api("POST", "/domains", { host: `links.${zone}`, profile_id: id });
    expect([answer.status, answer.body.code]).toEqual([402, "PREMIUM_REQUIRED"]);
    await plain.platform.db.execute(
      sql`insert into domains (id, account, profile_id, host, zone, token, created_at)
          values (gen_random_uuid(), ${who.id}, ${id}, ${zone}, ${zone}, '', now())`,
    );
    const { items, needs_premium } = (await who.api("GET", "/domains")).body;
    expect(needs_premium).toBe(true);
    expect((await who.api("POST", `/domains/${items[0].id}/check`)).status).toBe(200);
    await plain.platform.db.execute(
      sql`insert into subscriptions (account, provider, status, units, granted_units, period_end, created_at)
          values (${who.id}, 'sandbox', 'active', 1, 1, now() + interval '9 days', now())`,
    );
    expect((await who.api("GET", "/domains")).body.needs_premium).toBe(false);
    await plain.close();
  });

  it("would lead to an instance that only its own machine can reach", async () => {
    const local = await startApp({ PLANS: "off" });
    const who = await local.signUp();
    await local.platform.db.execute(sql`update users set email_verified = true where id = ${who.id}`);
    const { id } = (await who.api("POST", "/profiles", { name: "Zoe" })).body;
    const answer = await who.api("POST", "/domains", { host: "zoe.com", profile_id: id });
    expect(answer.body.code).toBe("DOMAINS_UNAVAILABLE");
    await local.platform.db.execute(
      sql`insert into domains (id, account, profile_id, host, zone, token, created_at)
          values (gen_random_uuid(), ${who.id}, ${id}, 'zoe.com', 'zoe.com', '', now())`,
    );
    const { items, is_available } = (await who.api("GET", "/domains")).body;
    expect([is_available, items[0].records]).toEqual([false, []]);
    const checked = await who.api("POST", `/domains/${items[0].id}/check`);
    expect(checked.body.code).toBe("DOMAINS_UNAVAILABLE");
    await local.close();
  });

  it("belongs to somebody else", async () => {
    const { body } = await add(`links.${zone}`);
    const stranger = await app.signUp();
    expect((await stranger.api("POST", `/domains/${body.id}/check`)).body.code).toBe("DOMAIN_NOT_FOUND");
    expect((await stranger.api("DELETE", `/domains/${body.id}`)).body.code).toBe("DOMAIN_NOT_FOUND");
    expect((await stranger.api("GET", "/domains")).body.items).toEqual([]);
    expect((await owner.api("DELETE", "/domains/nonsense")).body.code).toBe("DOMAIN_NOT_FOUND");
  });
});
