import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { deleteOld } from "./incident-writer.ts";
import { BLOCKS_MAX } from "./rules.ts";

let app: TestApp;
let founder: Client;
let ada: Client;
beforeAll(async () => {
  app = await startApp({ TRUSTED_PROXIES: "loopback" });
  founder = await app.signUp({ name: "Fay Founder" });
  ada = await app.signUp({ name: "Ada" });
});
afterAll(() => app?.close());

const from = (address: string, agent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0") => ({
  "x-forwarded-for": address,
  "user-agent": agent,
});
const visit = (who: Client, path: string, headers: Record<string, string>) =>
  who.call("GET", path, undefined, headers);
const signIn = (email: string, password: string, headers: Record<string, string>) =>
  app.visitor().call("POST", "/api/auth/sign-in/email", { email, password }, headers);
const add = (block: Record<string, unknown>, by = founder) =>
  by.api("POST", "/admin/security/blocks", { reason: "They try passwords", ...block });
const inAWeek = () => new Date(app.clock.now().getTime() + 7 * 86_400_000).toISOString();

/** Adds a block for as long as `work` takes. */
async function withBlock(block: Record<string, unknown>, work: (id: string) => Promise<void>) {
  const { status, body } = await add(block);
  expect(status, JSON.stringify(body)).toBe(201);
  try {
    await work(body.id);
  } finally {
    await founder.api("DELETE", `/admin/security/blocks/${body.id}`);
  }
}

async function timeline(query: Record<string, string> = {}) {
  await app.incidents.write();
  const { status, body } = await founder.api("GET", `/admin/security?${new URLSearchParams(query)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items;
}

describe("a block of a network", () => {
  it("keeps out everyone in it, and nobody else, with a sentence", async () => {
    await withBlock({ kind: "network", value: "203.0.113.77/24" }, async () => {
      const { body } = await founder.api("GET", "/admin/security/blocks");
      expect(body.items[0]).toMatchObject({ value: "203.0.113.0/24", made_by: "Fay Founder", kept_out: 0 });
      for (const address of ["203.0.113.9", "::ffff:203.0.113.9"]) {
        const kept = await visit(app.visitor(), "/", from(address));
        expect(kept.status).toBe(403);
        expect(kept.body).toContain("Your network or program is blocked here.");
        expect(kept.headers.get("cache-control")).toBe("no-store");
      }
      const api = await visit(app.visitor(), "/api/v1/openapi.json", from("203.0.113.9"));
      expect(api).toMatchObject({ status: 403, body: { code: "FORBIDDEN", request_id: expect.any(String) } });
      const spanish = { ...from("203.0.113.9"), "accept-language": "es" };
      expect((await visit(app.visitor(), "/", spanish)).headers.get("content-language")).toBe("es");
      expect((await visit(app.visitor(), "/", from("203.0.114.9"))).status).toBe(200);
      expect((await visit(app.visitor(), "/health/live", from("203.0.113.9"))).status).toBe(200);
    });
    expect((await visit(app.visitor(), "/", from("203.0.113.9"))).status).toBe(200);
  });

  it("works for IPv6, and is written in one way", async () => {
    await withBlock({ kind: "network", value: "2001:DB8:00ff::1/48" }, async () => {
      expect((await founder.api("GET", "/admin/security/blocks")).body.items[0].value).toBe(
        "2001:db8:ff::/48",
      );
      expect((await visit(app.visitor(), "/", from("2001:db8:ff:1::5"))).status).toBe(403);
      expect((await visit(app.visitor(), "/", from("2001:db8:fe::5"))).status).toBe(200);
      expect(await add({ kind: "network", value: "2001:db8:ff::/48" })).toMatchObject({
        status: 409,
        body: { code: "BLOCK_EXISTS" },
      });
    });
  });

  it("never keeps the founder out, signed in or about to sign in, nor who's let in in spite of it", async () => {
    await withBlock({ kind: "network", value: "198.51.100.0/24" }, async (id) => {
      const there = from("198.51.100.7");
      expect((await visit(founder, "/api/v1/me", there)).status).toBe(200);
      expect((await founder.call("POST", "/api/v1/profiles", { name: "Mine" }, there)).status).toBe(201);
      for (const path of ["/auth", "/api/v1/instance", "/favicon.svg"])
        expect((await visit(app.visitor(), path, there)).status, path).toBe(200);
      expect((await signIn(founder.email, PASSWORD, there)).status).toBe(200);
      const kept = (await timeline({ kind: "kept_out" })).map(({ subject }: { subject: string }) => subject);
      expect(kept).not.toContain(id);

      expect((await visit(ada, "/api/v1/me", there)).status).toBe(403);
      expect(await signIn(ada.email, PASSWORD, there)).toMatchObject({
        status: 403,
        body: { code: "KEPT_OUT" },
      });
      const person = { name: "New", email: "new@example.com", password: PASSWORD };
      expect(await app.visitor().call("POST", "/api/auth/sign-up/email", person, there)).toMatchObject({
        status: 403,
        body: { code: "KEPT_OUT" },
      });
      const exception = { kind: "network", effect: "allow", value: "198.51.100.7", ends_at: inAWeek() };
      await withBlock(exception, async () => {
        expect((await visit(ada, "/api/v1/me", there)).status).toBe(200);
        expect((await visit(ada, "/api/v1/me", from("198.51.100.8"))).status).toBe(403);
      });
    });
  });

  it("never keeps out who comes through a proxy that doesn't say whom it forwards", async () => {
    const direct = (address: string) =>
      app.platform.blocks.findForRequest({ address, userAgent: "" }, Date.now());
    await app.platform.db.execute(sql`insert into instance_blocks
      values (gen_random_uuid(), 'network', 'block', '126.0.0.0/7', 'Spam', null, ${founder.id}, now())`);
    await app.platform.blocks.load();
    expect(direct("126.5.5.5")).toBeDefined();
    expect(direct("127.0.0.1")).toBeUndefined();
    await app.platform.db.execute(sql`delete from instance_blocks`);
    await app.platform.blocks.load();
  });

  it("ends on its own, and is then removed", async () => {
    const { body } = await add({ kind: "network", value: "192.0.2.66", ends_at: inAWeek() });
    expect((await visit(app.visitor(), "/", from("192.0.2.66"))).status).toBe(403);
    app.clock.advance(8 * 86_400_000);
    expect((await visit(app.visitor(), "/", from("192.0.2.66"))).status).toBe(200);
    await deleteOld(app.platform);
    const { items } = (await founder.api("GET", "/admin/security/blocks")).body;
    expect(items.map(({ id }: { id: string }) => id)).not.toContain(body.id);
    app.clock.advance(-8 * 86_400_000);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["nothing", { value: "" }, "NETWORK_INVALID"],
    ["a word", { value: "loopback" }, "NETWORK_INVALID"],
    ["too many bits", { value: "203.0.113.0/33" }, "NETWORK_INVALID"],
    ["a mapped network", { value: "::ffff:203.0.113.0/120" }, "NETWORK_INVALID"],
    ["half of the internet", { value: "128.0.0.0/1" }, "NETWORK_TOO_WIDE"],
    ["all of IPv6", { value: "::/0" }, "NETWORK_TOO_WIDE"],
    ["an exception for everyone", { effect: "allow", value: "0.0.0.0/0" }, "NETWORK_TOO_WIDE"],
    ["the proxy's network", { value: "127.0.0.0/8" }, "NETWORK_OURS"],
    ["one address for good", { value: "203.0.113.9" }, "NETWORK_END_MISSING"],
    [
      "one address for a year",
      { value: "203.0.113.9", ends_at: "2100-01-01T00:00:00Z" },
      "NETWORK_END_MISSING",
    ],
    ["what's over", { value: "203.0.113.0/24", ends_at: "2020-01-01T00:00:00Z" }, "BLOCK_END_PAST"],
    ["no reason", { value: "203.0.113.0/24", reason: " " }, "BLOCK_REASON_MISSING"],
  ])("refuses %s", async (_, block, code) => {
    expect((await add({ kind: "network", ...block })).body.code).toBe(code);
  });

  it("refuses the network of whoever adds it", async () => {
    const block = { kind: "network", value: "203.0.113.0/24", reason: "Spam" };
    const there = from("203.0.113.5");
    const { body } = await founder.call("POST", "/api/v1/admin/security/blocks", block, there);
    expect(body.code).toBe("NETWORK_YOURS");
  });
});

describe("a block of a user agent", () => {
  it("takes its letters as they are, with an asterisk for anything", async () => {
    await withBlock({ kind: "user_agent", value: "BadBot/*(scan" }, async () => {
      const agent = (text: string) => visit(app.visitor(), "/", from("203.0.113.9", text));
      expect((await agent("Mozilla badbot/3.1 (scanner)")).status).toBe(403);
      expect((await agent("Mozilla badbot")).status).toBe(200);
      expect((await agent("")).status).toBe(200);
    });
  });

  it("doesn't keep out a network that's allowed, but nobody gets past a network's block by an allowed user agent", async () => {
    await withBlock({ kind: "user_agent", value: "curl/" }, async () => {
      await withBlock({ kind: "network", effect: "allow", value: "198.51.100.0/24" }, async () => {
        expect((await visit(app.visitor(), "/", from("198.51.100.4", "curl/8.9"))).status).toBe(200);
        expect((await visit(app.visitor(), "/", from("198.51.101.4", "curl/8.9"))).status).toBe(403);
      });
      await withBlock({ kind: "user_agent", effect: "allow", value: "our monitor" }, async () => {
        const ours = "curl/8.9 (our monitor)";
        expect((await visit(app.visitor(), "/", from("203.0.113.4", ours))).status).toBe(200);
        await withBlock({ kind: "network", value: "203.0.113.0/24" }, async () => {
          expect((await visit(app.visitor(), "/", from("203.0.113.4", ours))).status).toBe(403);
        });
      });
    });
  });

  it("is never about every browser, or one's own", async () => {
    for (const value of ["", "***", "a*b", "  *  "])
      expect((await add({ kind: "user_agent", value })).body.code, value).toBe("AGENT_INVALID");
    const block = { kind: "user_agent", value: "firefox", reason: "Spam" };
    const { body } = await founder.call("POST", "/api/v1/admin/security/blocks", block, from("203.0.113.5"));
    expect(body.code).toBe("AGENT_YOURS");
  });
});

describe("a block of an e-mail domain", () => {
  const signUp = (email: string) =>
    app.visitor().call("POST", "/api/auth/sign-up/email", { name: "New", email, password: PASSWORD });

  it("keeps out new accounts with addresses there and below, and changes to them", async () => {
    await withBlock({ kind: "mail_domain", value: "@Trash.Example" }, async (id) => {
      for (const email of ["a@trash.example", "b@mx.trash.example"])
        expect(await signUp(email)).toMatchObject({ status: 403, body: { code: "EMAIL_DOMAIN_REFUSED" } });
      expect((await signUp("a@nottrash.example")).status).toBe(200);
      const change = await ada.api("POST", "/me/email", { email: "ada@trash.example" });
      expect(change).toMatchObject({ status: 403, body: { code: "EMAIL_DOMAIN_REFUSED" } });
      const kept = (await timeline({ kind: "kept_out" })).filter(
        ({ subject }: { subject: string }) => subject === id,
      );
      expect(kept.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(3);
      await withBlock({ kind: "mail_domain", effect: "allow", value: "mx.trash.example" }, async () => {
        expect((await signUp("b@mx.trash.example")).status).toBe(200);
      });
    });
    for (const value of ["", "nowhere", "a@b@c", "bad domain.com"])
      expect((await add({ kind: "mail_domain", value })).body.code, value).toBe("MAIL_DOMAIN_INVALID");
  });
});

describe("the list of blocks", () => {
  it("has an end", async () => {
    await app.platform.db.execute(sql`insert into instance_blocks
      select gen_random_uuid(), 'mail_domain', 'block', 'd' || n || '.example', 'Spam', null, ${founder.id}, now()
      from generate_series(1, ${BLOCKS_MAX}) n`);
    expect((await add({ kind: "mail_domain", value: "one.more.example" })).body.code).toBe("BLOCK_LIMIT");
    await app.platform.db.execute(sql`delete from instance_blocks`);
  });

  it("doesn't have what's gone", async () => {
    for (const id of ["nothing", "0190163d-8694-739b-aea5-966c26f8ad91"])
      expect((await founder.api("DELETE", `/admin/security/blocks/${id}`)).body.code).toBe("BLOCK_NOT_FOUND");
  });

  it("is in the audit log, a single address only as the network around it", async () => {
    await withBlock({ kind: "network", value: "203.0.113.200/32", ends_at: inAWeek() }, async () => {
      const { items } = (await founder.api("GET", "/admin/audit?what=block.added")).body;
      expect(items[0].what).toBe("Added a block: 203.0.113.0/24 (They try passwords)");
      expect(JSON.stringify(items)).not.toContain("203.0.113.200");
    });
    expect((await founder.api("GET", "/admin/audit?what=block.removed")).body.items[0].what).toBe(
      "Removed a block: 203.0.113.0/24",
    );
  });
});

describe("the timeline", () => {
  it("adds up wrong passwords by the hour, with whose account was meant and only the wider network", async () => {
    for (let at = 0; at < 3; at++) await signIn(ada.email, "wrong", from("203.0.113.201"));
    await signIn("nobody@example.com", "wrong", from("203.0.113.202"));
    const items = await timeline({ kind: "sign_in_failed" });
    expect(items).toEqual([
      expect.objectContaining({ subject: "password", account: null, network: "203.0.113.0/24", count: 1 }),
      expect.objectContaining({ account: { id: ada.id, name: "Ada" }, network: "203.0.113.0/24", count: 3 }),
    ]);
    await signIn(ada.email, "wrong", from("203.0.113.201"));
    expect(
      (await timeline({ kind: "sign_in_failed", account: ada.id })).map(
        ({ count }: { count: number }) => count,
      ),
    ).toEqual([4]);
    const rows = await app.platform.db.execute(sql`select * from security_incidents`);
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113\.20\d|nobody@/);
  });

  it("tells lock-outs from other limits", async () => {
    for (let at = 0; at < 12; at++) await signIn(ada.email, "wrong", from("203.0.113.210"));
    const [lockOut] = await timeline({ kind: "locked_out" });
    expect(lockOut).toMatchObject({ account: { id: ada.id }, subject: expect.stringContaining("sign-in") });
    app.platform.incidents.noteLimit("second-step", ada.id);
    expect((await timeline({ kind: "locked_out" }))[0]).toMatchObject({
      account: { id: ada.id },
      subject: "second-step",
    });
  });

  it("takes limits of whatever people typed, and finds accounts among it", async () => {
    app.platform.incidents.noteLimit("coupons", ada.id);
    app.platform.incidents.noteLimit("reports", "bad\0page");
    app.platform.incidents.noteLimit("links", "bad\0@example.com");
    const items = await timeline({ kind: "limit_reached", account: ada.id });
    expect(items).toEqual([
      expect.objectContaining({ subject: "coupons", account: { id: ada.id, name: "Ada" } }),
    ]);
    const all = (await timeline({ kind: "limit_reached" })).map(
      ({ subject }: { subject: string }) => subject,
    );
    expect(all).toEqual(expect.arrayContaining(["reports", "links"]));
  });

  it("keeps what couldn't be written until it can, added up", async () => {
    const note = () =>
      app.platform.incidents.note({ kind: "limit_reached", subject: "kept", address: "203.0.113.1" });
    await app.platform.db.execute(sql`alter table security_incidents rename to gone`);
    for (let at = 0; at < 3; at++) {
      note();
      await app.incidents.write();
    }
    await app.platform.db.execute(sql`alter table gone rename to security_incidents`);
    const [kept] = await timeline({ kind: "limit_reached" });
    expect(kept).toMatchObject({ subject: "kept", count: 3 });
  });

  it("has what a block kept out, which the block counts", async () => {
    await withBlock({ kind: "network", value: "192.0.2.0/24" }, async (id) => {
      for (let at = 0; at < 5; at++) await visit(app.visitor(), "/", from("192.0.2.1"));
      expect((await timeline({ kind: "kept_out" }))[0]).toMatchObject({ subject: id, count: 5 });
      const { items } = (await founder.api("GET", "/admin/security/blocks")).body;
      expect(items[0].kept_out).toBe(5);
    });
  });

  it("has a sign-in from another country than before, on a new device", async () => {
    const eva = await app.signUp({ name: "Eva" });
    await signIn(eva.email, PASSWORD, from("8.8.8.8"));
    expect(await timeline({ kind: "unusual_place" })).toEqual([]);
    await signIn(eva.email, PASSWORD, from("2a00:1450:4001::1"));
    const found = await timeline({ kind: "unusual_place", account: eva.id });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ account: { id: eva.id }, network: "2a00:1450:4001::/48" });
  });

  it("has events about staff, keys and blocks among it, newest first, page by page without repeating any", async () => {
    await ada.api("POST", "/keys", { name: "Shop", scopes: ["profiles.see"] });
    for (let at = 0; at < 120; at++)
      await app.platform.db.execute(sql`insert into events
        select ${app.platform.newId()}::uuid, account, name, actor, subject, time, payload
        from events where name = 'key.created' limit 1`);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await founder.api("GET", `/admin/security${cursor ? `?cursor=${cursor}` : ""}`);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.next;
    } while (cursor);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual([...seen].sort().reverse());
    const keys = await timeline({ kind: "keys" });
    expect(keys[0]).toMatchObject({ what: expect.stringContaining("key"), account: { id: ada.id } });
    expect((await founder.api("GET", "/admin/security?cursor=x")).body.code).toBe("CURSOR_INVALID");
    expect(await timeline({ from: inAWeek() })).toEqual([]);
    expect((await timeline({ until: inAWeek() })).length).toBeGreaterThan(0);
    expect(await timeline({ account: "not an id" })).toEqual([]);
  });

  it("is a file, whole", async () => {
    const { body } = await founder.call("GET", "/api/v1/admin/security/export?kind=keys");
    expect(body.trim().split("\n")).toHaveLength(122);
    expect(body).toContain("first_at,at,kind,count,what,subject,by,account,network,country");
  });

  it("stays small in a flood from ever more networks", async () => {
    for (let at = 0; at < 10_000; at++)
      app.platform.incidents.note({
        kind: "sign_in_failed",
        subject: "password",
        address: `10.${at >> 8}.${at & 255}.1`,
      });
    await app.incidents.write();
    const rows = await app.platform.db.execute(
      sql`select * from security_incidents where kind = 'sign_in_failed'`,
    );
    const counted = (rows as unknown as { rows: { count: number }[] }).rows;
    expect(counted.length).toBeLessThan(2100);
    expect(counted.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(10_000);
  });

  it("forgets after 30 days", async () => {
    app.clock.advance(31 * 86_400_000);
    await deleteOld(app.platform);
    expect(await timeline({ kind: "sign_in_failed" })).toEqual([]);
    app.clock.advance(-31 * 86_400_000);
  });
});
