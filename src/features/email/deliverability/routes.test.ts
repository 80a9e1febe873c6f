// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { TestApp } from "#test/harness/app.ts";
import { trustedCertificate } from "#test/harness/certificates.ts";
import type { Client } from "#test/harness/client.ts";
import { startDns, type TestDns } from "#test/harness/dns.ts";
import { eventsOf } from "#test/harness/events.ts";
import { addActiveMailbox, FROM, MAIL_HOST, signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import type { Check, CheckName } from "./checks/checks-contract.ts";
import { checkAllDomains, checkDomainByTheHour, checkDomainJob } from "./deliverability.ts";

const DOMAIN = "mia.example";
/** What a domain has where all is well. The name server is the same, and so is the mail server. */
const GOOD = {
  TXT: [`v=spf1 a:${MAIL_HOST} ~all`],
  MX: [MAIL_HOST],
};

let app: TestApp;
let dns: TestDns;
let owner: Client;

beforeAll(async () => {
  dns = await startDns();
  app = await startMailboxApp({ DNS_SERVERS: dns.address });
});
afterAll(async () => {
  await app?.close();
  dns?.close();
});
beforeEach(async () => {
  dns.names.clear();
  dns.broken.clear();
  dns.addZone(DOMAIN, GOOD);
  dns.names.set(MAIL_HOST, { A: ["127.0.0.1"] });
  dns.names.set("1.0.0.127.in-addr.arpa", { PTR: [MAIL_HOST] });
  dns.names.set(`_dmarc.${DOMAIN}`, { TXT: [`v=DMARC1; p=reject; rua=mailto:dmarc@${DOMAIN}`] });
  owner = await signUpSender(app);
});

const check = async (host = DOMAIN, by = owner) => by.api("POST", `/deliverability/domains/${host}/check`);
async function found(name: CheckName): Promise<Check> {
  const { status, body } = await check();
  expect([status, body.code]).toEqual([200, undefined]);
  return body.checks.find((one: Check) => one.name === name);
}
const set = (name: string, records: object) => dns.names.set(name, { ...dns.names.get(name), ...records });

it("lists the domains that an account sends from, with nothing before the first check", async () => {
  expect((await owner.api("GET", "/deliverability")).body).toEqual({ domains: [] });
  await addActiveMailbox(app, owner);
  await addActiveMailbox(app, owner, { more: { from_address: "mia@gmail.com", username: "mia" } });
  const { domains } = (await owner.api("GET", "/deliverability")).body;
  expect(domains).toEqual([
    { host: DOMAIN, addresses: [FROM], is_free: false, checked_at: null, checks: [] },
    { host: "gmail.com", addresses: ["mia@gmail.com"], is_free: true, checked_at: null, checks: [] },
  ]);
});

it("checks a domain on request, keeps what’s found, and says who asked", async () => {
  const { id } = await addActiveMailbox(app, owner);
  const { body } = await check();
  const states = Object.fromEntries(body.checks.map(({ name, state }: Check) => [name, state]));
  expect(states).toEqual({
    spf: "good",
    dkim: "missing",
    dmarc: "good",
    return_path: "good",
    mx: "good",
    reverse_dns: "good",
    tls: "wrong",
    bimi: "off",
    unsubscribe: "wrong",
    blocklists: "unknown",
  });
  expect((await owner.api("GET", "/deliverability")).body.domains).toEqual([body]);
  const events = await eventsOf(app, id);
  expect(events.find(({ name }) => name === "sender_domain.checked")?.payload).toEqual({ host: DOMAIN });
});

it("refuses domains that aren’t the account’s, and too many checks", async () => {
  await addActiveMailbox(app, owner);
  const stranger = await signUpSender(app);
  for (const [host, by] of [
    [DOMAIN, stranger],
    ["other.example", owner],
  ] as const) {
    const { status, body } = await check(host, by);
    expect([status, body.code]).toEqual([404, "SENDER_DOMAIN_NOT_FOUND"]);
  }
  dns.broken.add(DOMAIN);
  const last = async () => (await check(DOMAIN.toUpperCase())).status;
  for (let asked = 0; asked < 30; asked++) await last();
  expect(await last()).toBe(429);
});

it("SPF: counts lookups through everything, and says what costs them", async () => {
  await addActiveMailbox(app, owner);
  const names = Array.from({ length: 6 }, (_, index) => `s${index}.example`);
  for (const name of names) set(name, { TXT: [`v=spf1 a:${MAIL_HOST} -all`] });
  set(DOMAIN, { TXT: [`v=spf1 a:${MAIL_HOST} ${names.map((name) => `include:${name}`).join(" ")} ~all`] });
  const spf = await found("spf");
  expect(spf).toMatchObject({
    state: "wrong",
    words:
      "It takes 13 lookups. Receivers stop at 10 and ignore the record. Remove services that you no longer use.",
    record: { type: "TXT", name: DOMAIN, value: expect.stringContaining("v=spf1 ip4:127.0.0.1 include:s0") },
  });
  expect(spf.notes).toContain("include:s0.example costs 2 lookups.");
  const cases: [string[] | undefined, string, RegExp][] = [
    [undefined, "missing", /no SPF record/],
    [["v=spf1 -all", "v=spf1 ~all"], "wrong", /several SPF records/],
    [["v=spf1 +all"], "wrong", /lets anyone/],
    [["v=spf1 a:x1.example a:x2.example a:x3.example -all"], "wrong", /3 of its lookups find nothing/],
    [["v=spf1 include:nothing.example -all"], "wrong", /nothing\.example, which has no SPF record/],
    [["v=spf1 hello -all"], "wrong", /“hello”/],
    [["v=spf1 ptr -all"], "advice", /ptr/],
    [[`v=spf1 a:${MAIL_HOST}`], "advice", /End it with ~all/],
    [[`v=spf1 a:${MAIL_HOST} ?all`], "advice", /\?all/],
  ];
  for (const [TXT, state, words] of cases) {
    set(DOMAIN, { TXT });
    expect(await found("spf")).toMatchObject({ state, words: expect.stringMatching(words) });
  }
  dns.broken.add(DOMAIN);
  expect((await found("spf")).state).toBe("unknown");
});

it("SPF: names the service that an account sends through, and has the record to copy", async () => {
  const { id } = await addActiveMailbox(app, owner);
  await app.platform.db.execute(sql`update mailboxes set kind = 'gmail' where id = ${id}`);
  set("_spf.google.com", { TXT: ["v=spf1 ip4:192.0.2.0/24 ~all"] });
  expect(await found("spf")).toMatchObject({
    state: "wrong",
    words: "It doesn’t have include:_spf.google.com, so e-mail that you send from here fails SPF.",
    record: { value: `v=spf1 a:${MAIL_HOST} include:_spf.google.com ~all` },
  });
  set(DOMAIN, { TXT: undefined });
  expect((await found("spf")).record?.value).toBe("v=spf1 include:_spf.google.com ~all");
  set(DOMAIN, { TXT: ["v=spf1 redirect=_spf.google.com"] });
  expect((await found("spf")).state).toBe("good");
  expect(await found("tls")).toMatchObject({ state: "off" });
  expect(await found("reverse_dns")).toMatchObject({ state: "off" });
});

it("DKIM: finds our key and the usual ones, and measures them", async () => {
  const { id } = await addActiveMailbox(app, owner);
  const made = (await owner.api("POST", `/mailboxes/${id}/dkim`)).body.keys[0];
  expect(await found("dkim")).toMatchObject({
    state: "missing",
    record: { type: "TXT", name: made.name, value: made.value },
  });
  const parts = [...made.parts.matchAll(/"([^"]*)"/g)].map(([, part]) => part);
  set(made.name, { TXT: [parts] });
  const good = await found("dkim");
  expect([good.state, good.found[0]]).toEqual(["good", expect.stringContaining("RSA, 2048 bits")]);

  await app.platform.db.execute(sql`update mailboxes set kind = 'gmail', dkim_key = null where id = ${id}`);
  expect((await found("dkim")).words).toMatch(/no key of Google/);
  const key = (bits: string) => set(`google._domainkey.${DOMAIN}`, { TXT: [bits] });
  const weak =
    "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB";
  const cases: [string, string, RegExp][] = [
    [`v=DKIM1; p=${weak}`, "advice", /1024 bits/],
    ["v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=", "good", /is there/],
    ["v=DKIM1; p=", "advice", /revoked/],
    ["v=DKIM1; p=AAAA", "wrong", /damaged/],
  ];
  for (const [record, state, words] of cases) {
    key(record);
    expect(await found("dkim")).toMatchObject({ state, words: expect.stringMatching(words) });
  }
});

it("DMARC: explains with the account’s domains what matches, and names the next step", async () => {
  await addActiveMailbox(app, owner);
  const say = (record: string) => set(`_dmarc.${DOMAIN}`, { TXT: [record] });
  say("v=DMARC1; p=none");
  const none = await found("dmarc");
  expect(none).toMatchObject({
    state: "advice",
    record: { name: `_dmarc.${DOMAIN}`, value: "v=DMARC1; p=quarantine; pct=25" },
  });
  expect(none.notes).toEqual([
    `Your e-mail says it’s from ${DOMAIN}, and bounces go back to ${DOMAIN}: they match, so SPF counts for DMARC.`,
    "Nobody gets reports about who sends in your name. Add rua=mailto: with an address of yours.",
  ]);
  say("v=DMARC1; p=quarantine; pct=50; sp=none; rua=mailto:x@reports.example");
  const half = await found("dmarc");
  expect([half.state, half.record?.value]).toEqual([
    "advice",
    "v=DMARC1; p=quarantine; sp=none; rua=mailto:x@reports.example",
  ]);
  expect(half.notes.join(" ")).toMatch(/subdomains is weaker.*reports\.example doesn’t agree/);
  set(`${DOMAIN}._report._dmarc.reports.example`, { TXT: ["v=DMARC1"] });
  expect((await found("dmarc")).notes.join(" ")).not.toMatch(/agree/);
  dns.names.delete(`_dmarc.${DOMAIN}`);
  expect(await found("dmarc")).toMatchObject({
    state: "missing",
    record: { value: `v=DMARC1; p=none; rua=mailto:dmarc@${DOMAIN}` },
  });
});

it("MX, return path, reverse DNS, and BIMI say what’s missing", async () => {
  await addActiveMailbox(app, owner);
  set(DOMAIN, { MX: [""] });
  set(DOMAIN, { MX: ["gone.example"] });
  expect(await found("mx")).toMatchObject({
    state: "wrong",
    words: "Its mail server gone.example doesn’t exist.",
  });
  expect((await found("return_path")).state).toBe("wrong");
  set(DOMAIN, { MX: undefined });
  expect((await found("mx")).state).toBe("missing");
  set(DOMAIN, { A: ["192.0.2.1"] });
  expect((await found("mx")).state).toBe("advice");
  set("1.0.0.127.in-addr.arpa", { PTR: ["elsewhere.example"] });
  expect(await found("reverse_dns")).toMatchObject({ state: "wrong" });
  dns.names.delete("1.0.0.127.in-addr.arpa");
  expect(await found("reverse_dns")).toMatchObject({ state: "missing" });
  const bimi = `default._bimi.${DOMAIN}`;
  set(bimi, { TXT: ["v=BIMI1; l=https://mia.example/logo.svg"] });
  expect((await found("bimi")).state).toBe("advice");
  set(bimi, { TXT: ["v=BIMI1; l=https://mia.example/logo.png; a="] });
  expect((await found("bimi")).state).toBe("wrong");
  set(bimi, { TXT: ["v=BIMI1; l=https://mia.example/logo.svg; a=https://mia.example/vmc.pem"] });
  expect((await found("bimi")).state).toBe("good");
  set(`_dmarc.${DOMAIN}`, { TXT: ["v=DMARC1; p=none"] });
  expect((await found("bimi")).state).toBe("wrong");
});

it("TLS: looks at the server’s certificate, from the first byte and after a greeting", async () => {
  const certificate = await trustedCertificate(MAIL_HOST);
  for (const encryption of ["tls", "starttls"] as const) {
    const { id } = await addActiveMailbox(app, owner, {
      manners: { encryption, certificate },
      more: { security: encryption },
    });
    const good = await found("tls");
    expect([good.state, good.words]).toEqual(["good", expect.any(String)]);
    expect(good.found[0]).toMatch(/TLS 1\.3/);
    await app.platform.db.execute(sql`delete from mailboxes where id = ${id}`);
  }
  const { id } = await addActiveMailbox(app, owner, {
    manners: { encryption: "starttls" },
    more: { security: "starttls" },
  });
  expect(await found("tls")).toMatchObject({
    state: "wrong",
    words: expect.stringMatching(/trust|another name|expired/),
  });
  await app.platform.db.execute(sql`delete from mailboxes where id = ${id}`);
  await addActiveMailbox(app, owner, { more: { security: "starttls" } });
  expect((await found("tls")).words).toMatch(/doesn’t offer STARTTLS/);
});

it("by the hour: a change for the worse is told once, after two checks agree", async () => {
  const { id } = await addActiveMailbox(app, owner);
  const queued = vi.fn();
  const platform = { ...app.platform, enqueue: queued as never };
  const run = async () => {
    queued.mockClear();
    await checkAllDomains(platform);
    const own = queued.mock.calls.filter(
      ([job, data]) => job === checkDomainJob && data.account === owner.id,
    );
    expect(own.map(([, data]) => data.host)).toEqual([DOMAIN]);
    for (const [, data] of own) await checkDomainByTheHour(app.platform, data);
  };
  const told = async () =>
    (await eventsOf(app, id))
      .filter(({ name }) => name === "sender_domain.worsened")
      .map(({ payload }) => payload);
  await run();
  set(DOMAIN, { MX: undefined });
  dns.names.delete("1.0.0.127.in-addr.arpa");
  await run();
  expect(await told()).toEqual([]);
  await run();
  expect(await told()).toEqual([{ host: DOMAIN, why: "return_path,mx,reverse_dns" }]);
  await run();
  expect((await told()).length).toBe(1);
  const texts = async () =>
    (await owner.api("GET", "/notifications")).body.items.map((one: { text: string }) => one.text);
  await vi.waitUntil(async () => (await texts()).length > 0, { timeout: 20_000 });
  expect(await texts()).toEqual([`Return path, MX, Reverse DNS: not right anymore at the domain of ${FROM}`]);

  // A domain that the account no longer sends from is forgotten.
  await app.platform.db.execute(sql`delete from mailboxes where id = ${id}`);
  await checkDomainByTheHour(app.platform, { account: owner.id, host: DOMAIN });
  const { rows } = (await app.platform.db.execute(
    sql`select 1 from sender_domains where user_id = ${owner.id}`,
  )) as unknown as { rows: unknown[] };
  expect(rows).toEqual([]);
  await checkDomainByTheHour(app.platform, { account: randomUUID(), host: DOMAIN });
});

it("blocklists: names who lists what, and never takes a refusal for a listing", async () => {
  await addActiveMailbox(app, owner);
  const list = (zone: string, names: Record<string, string>) => {
    for (const [name, address] of Object.entries(names)) dns.names.set(`${name}.${zone}`, { A: [address] });
  };
  // Two that answer, one that refuses our resolver, and one that a blocker answers for.
  list("bl.spamcop.net", { "2.0.0.127": "127.0.0.2", "1.0.0.127": "127.0.0.2" });
  list("psbl.surriel.com", { "2.0.0.127": "127.0.0.2" });
  list("zen.spamhaus.org", { "2.0.0.127": "127.255.255.254", "1.0.0.127": "127.255.255.254" });
  list("b.barracudacentral.org", { "2.0.0.127": "127.0.0.1", "1.0.0.127": "127.0.0.1" });
  const check = await found("blocklists");
  expect(check).toMatchObject({
    state: "wrong",
    words: expect.stringMatching(/^127\.0\.0\.1 is on SpamCop\./),
    found: [
      "127.0.0.1: SpamCop",
      ...["Spamhaus ZEN: –", "SpamCop: ✓", "Barracuda: –", "PSBL: ✓", "Spamhaus DBL: –"],
    ],
  });
  // They’re asked once an hour, however often somebody checks.
  dns.names.delete("1.0.0.127.bl.spamcop.net");
  expect(await found("blocklists")).toEqual(check);
  app.clock.advance(56 * 60_000);
  expect(await found("blocklists")).toMatchObject({
    state: "good",
    words: "None of the 2 lists that we could ask has you on it.",
  });
});
