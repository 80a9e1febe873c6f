import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FEATURES, type Feature } from "#src/lib/feature-switches.ts";
import { hasFeature } from "#src/platform/account-features.ts";
import { placeOf } from "#src/platform/features.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { switchFeature, switchFor } from "#test/harness/features.ts";
import { ACCOUNTS_MAX } from "./rules.ts";

let app: TestApp;
let founder: Client;
let owner: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
  owner = await app.signUp({ name: "Olga Owner" });
});
afterAll(() => app?.close());

const RULES = { share: 100, free: null, premium: null };
const list = async () => (await founder.api("GET", "/admin/features")).body.items;
const find = async (feature: Feature) =>
  (await list()).find((one: { feature: string }) => one.feature === feature);
const offOf = async (who: Client) => (await who.api("GET", "/me")).body.off;
const choose = (feature: Feature, choice: object, by = founder) =>
  by.api("PUT", `/admin/features/${feature}/accounts`, { reason: "Trying it", ...choice });
const verdictOf = async (feature: Feature, { id }: Client) =>
  (await founder.api("GET", `/admin/users/${id}/features`)).body.items.find(
    (one: { feature: string }) => one.feature === feature,
  );

it("everything is on until somebody says otherwise", async () => {
  expect((await list()).map(({ feature }: { feature: string }) => feature)).toEqual([...FEATURES]);
  expect(await find("webhooks")).toEqual({
    feature: "webhooks",
    ...RULES,
    version: 0,
    accounts_on: 0,
    accounts_off: 0,
    changed: null,
  });
  expect(await offOf(owner)).toEqual([]);
  expect(await verdictOf("webhooks", owner)).toMatchObject({ is_on: true, rule: "default" });
});

it("what’s off for everyone refuses changes with one error, and what people have can be read and removed", async () => {
  const made = await owner.api("POST", "/incoming-webhooks", { name: "Shop" });
  await switchFeature(founder, "incoming_webhooks", { share: 0 });
  expect(await offOf(owner)).toEqual(["incoming_webhooks"]);
  const refused = await owner.api("POST", "/incoming-webhooks", { name: "Another" });
  expect(refused).toMatchObject({
    status: 403,
    body: {
      code: "FEATURE_OFF",
      message: "This part isn’t available for this account.",
      data: { feature: "incoming_webhooks" },
    },
  });
  // The founder’s own account is like any other.
  expect((await founder.api("POST", "/incoming-webhooks", { name: "Mine" })).body.code).toBe("FEATURE_OFF");
  expect((await owner.api("GET", "/incoming-webhooks")).body.items).toHaveLength(1);
  expect((await owner.api("DELETE", `/incoming-webhooks/${made.body.id}`)).status).toBe(200);
  await switchFeature(founder, "incoming_webhooks");
  expect((await owner.api("POST", "/incoming-webhooks", { name: "Another" })).status).toBe(201);
});

it("an account beats its plan, a plan beats the share, and the share beats what’s usual", async () => {
  const see = async () => {
    const { is_on, rule } = await verdictOf("page_imports", owner);
    expect(is_on).toBe(!(await offOf(owner)).includes("page_imports"));
    return `${is_on ? "on" : "off"} by ${rule}`;
  };
  await switchFeature(founder, "page_imports", { share: 0 });
  expect(await see()).toBe("off by everyone");
  await switchFeature(founder, "page_imports", { share: 0, free: true });
  expect(await see()).toBe("on by plan");
  await switchFor(founder, "page_imports", { id: owner.id, is_on: false });
  expect(await see()).toBe("off by account");
  await switchFor(founder, "page_imports", { id: owner.id, is_on: null });
  await switchFeature(founder, "page_imports", { share: 0, premium: true });
  expect(await see()).toBe("off by everyone");
  const grant = { kind: "premium_units", quantity: 1, reason: "A gift", ends_at: null };
  expect((await founder.api("POST", `/admin/users/${owner.id}/grants`, grant)).status).toBe(201);
  expect(await see()).toBe("on by plan");
  await switchFeature(founder, "page_imports");
  expect(await see()).toBe("on by default");
});

it("what’s a part of something is off with it, and says because of what", async () => {
  await switchFor(founder, "email", { id: owner.id, is_on: false });
  expect(await offOf(owner)).toEqual([
    "email",
    "campaigns",
    "ab_tests",
    "sequences",
    "automations",
    "transactional",
  ]);
  expect(await verdictOf("ab_tests", owner)).toEqual({
    feature: "ab_tests",
    is_on: false,
    rule: "account",
    decided_by: "email",
    reason: "Trying it",
  });
  await switchFor(founder, "email", { id: owner.id, is_on: null });
});

it("a share has the same accounts as long as it grows, and none or all at its ends", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => app.signUp()));
  const having = async (share: number) => {
    await switchFeature(founder, "custom_domains", { share });
    const have = await Promise.all(people.map(async (one) => !(await offOf(one)).includes("custom_domains")));
    return people.filter((_, at) => have[at]).map(({ id }) => id);
  };
  let before: string[] = [];
  for (const share of [0, 1, 20, 50, 80, 99, 100]) {
    const now = await having(share);
    expect(now).toEqual(people.map(({ id }) => id).filter((id) => placeOf("custom_domains", id) < share));
    expect(before.filter((id) => !now.includes(id))).toEqual([]);
    before = now;
  }
  expect(before).toHaveLength(people.length);
});

it("a preview counts who would have it, as the nodes decide it", async () => {
  const { rows } = (await app.platform.db.execute(sql`select id from users`)) as unknown as {
    rows: { id: string }[];
  };
  const ask = async (rules: object, feature: Feature = "webhooks") =>
    (await founder.api("POST", `/admin/features/${feature}/preview`, { ...RULES, ...rules })).body;
  for (const share of [0, 7, 50, 93, 100])
    expect(await ask({ share })).toEqual({
      accounts: rows.filter(({ id }) => placeOf("webhooks", id) < share).length,
      of: rows.length,
    });
  // One has premium.
  expect(await ask({ free: false })).toEqual({ accounts: 1, of: rows.length });
  expect(await ask({ premium: false })).toEqual({ accounts: rows.length - 1, of: rows.length });
  await switchFor(founder, "webhooks", { id: owner.id, is_on: true });
  expect(await ask({ share: 0 })).toEqual({ accounts: 1, of: rows.length });
  await switchFor(founder, "webhooks", { id: owner.id, is_on: null });
  await switchFor(founder, "email", { id: owner.id, is_on: false });
  expect(await ask({}, "ab_tests")).toEqual({ accounts: rows.length - 1, of: rows.length });
  await switchFor(founder, "email", { id: owner.id, is_on: null });
});

it("two who change the same at once don’t overwrite each other", async () => {
  const { version } = await find("sequences");
  const change = { ...RULES, version, reason: "Trying it" };
  const answers = await Promise.all(
    [10, 20].map((share) => founder.api("PUT", "/admin/features/sequences", { ...change, share })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [lost] = answers.filter(({ status }) => status === 409);
  expect(lost?.body).toMatchObject({ code: "CHANGED_MEANWHILE", data: await find("sequences") });
  await switchFeature(founder, "sequences");
});

it("several accounts are chosen at once, and none is lost", async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => app.signUp()));
  const answers = await Promise.all(
    people.map(({ id }, at) => choose("sequences", { who: id, is_on: at % 2 === 0 })),
  );
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
  expect(await find("sequences")).toMatchObject({ accounts_on: 3, accounts_off: 2 });
  const off = await Promise.all(people.map(async (one) => (await offOf(one)).includes("sequences")));
  expect(off).toEqual([false, true, false, true, false]);
  for (const { id } of people) await switchFor(founder, "sequences", { id, is_on: null });
});

it("it isn’t always the same accounts that have everything first", () => {
  const accounts = Array.from({ length: 1000 }, (_, at) => `account-${at}`);
  const first = (feature: Feature) => new Set(accounts.filter((id) => placeOf(feature, id) < 20));
  const [some, others] = [first("webhooks"), first("sequences")];
  for (const { size } of [some, others]) expect(Math.abs(size - 200)).toBeLessThan(60);
  expect([...some].filter((id) => others.has(id)).length).toBeLessThan(80);
});

it("every change takes a reason", async () => {
  const change = { ...RULES, share: 0, version: 0, reason: " \u200b " };
  expect((await founder.api("PUT", "/admin/features/api", change)).body.code).toBe("REASON_MISSING");
  const choice = { who: owner.id, is_on: false, reason: "" };
  expect((await choose("api", choice)).body.code).toBe("REASON_MISSING");
  expect(await offOf(owner)).toEqual([]);
});

describe("single accounts", () => {
  it("are found by id, address or page, and are listed with who chose them and why", async () => {
    const chosen = await app.signUp({ name: "Cleo" });
    const { username } = (await chosen.api("POST", "/profiles", { name: `Cleo ${randomUUID()}` })).body;
    for (const who of [chosen.id, ` ${chosen.email.toUpperCase()} `, username]) {
      expect(await choose("webhooks", { who, is_on: false, reason: "It broke\0 something" })).toMatchObject({
        status: 200,
        body: { accounts_on: 0, accounts_off: 1 },
      });
      expect((await founder.api("GET", "/admin/features/webhooks/accounts")).body.items).toEqual([
        {
          id: chosen.id,
          name: "Cleo",
          email: chosen.email,
          is_on: false,
          reason: "It broke something",
          by: "Fay Founder",
          at: expect.any(String),
        },
      ]);
      await switchFor(founder, "webhooks", { id: chosen.id, is_on: null });
    }
    expect(await choose("webhooks", { who: "nobody@example.com", is_on: false })).toMatchObject({
      status: 404,
      body: { code: "ACCOUNT_NOT_FOUND" },
    });
    expect((await founder.api("GET", "/admin/users/nobody/features")).body.code).toBe("ACCOUNT_NOT_FOUND");
    expect((await founder.api("GET", "/admin/features/webhooks/accounts?cursor=x")).body.code).toBe(
      "CURSOR_INVALID",
    );
  });

  it("read in their activity what staff switched, and why", async () => {
    const chosen = await app.signUp();
    await switchFor(founder, "campaigns", { id: chosen.id, is_on: false });
    await switchFor(founder, "campaigns", { id: chosen.id, is_on: false });
    await switchFor(founder, "campaigns", { id: chosen.id, is_on: null });
    const { items } = (await chosen.api("GET", "/audit")).body;
    expect(
      items.map(({ what }: { what: string }) => what).filter((one: string) => /Campaigns/.test(one)),
    ).toEqual([
      "Ended an exception of this account for a part of the product, Campaigns: Trying it",
      "Switched a part of the product off for this account, Campaigns: Trying it",
    ]);
  });

  it("above the one who acts are left to them, but for oneself", async () => {
    const admin = await app.signUp();
    await founder.api("PUT", `/admin/users/${admin.id}/role`, { role: "admin", reason: "Helps" });
    expect((await choose("api", { who: founder.id, is_on: false }, admin)).body.code).toBe(
      "ACCOUNT_IS_STAFF",
    );
    expect((await choose("api", { who: admin.id, is_on: false }, admin)).status).toBe(200);
    expect((await choose("api", { who: admin.id, is_on: null }, admin)).status).toBe(200);
  });

  it("that are deleted aren’t in the list anymore", async () => {
    const gone = await app.signUp();
    await switchFor(founder, "webhooks", { id: gone.id, is_on: false });
    await app.platform.db.execute(sql`delete from users where id = ${gone.id}`);
    expect((await founder.api("GET", "/admin/features/webhooks/accounts")).body.items).toEqual([]);
    await app.platform.db.execute(sql`delete from feature_accounts where account = ${gone.id}`);
  });

  it("are limited in number, and thousands of them load", async () => {
    await app.platform.db.execute(sql`insert into feature_accounts (feature, account, is_on, reason, changed_at)
      select 'custom_domains', 'account-' || n, n % 2 = 0, 'Many', now() from generate_series(1, ${ACCOUNTS_MAX}) n`);
    expect((await choose("custom_domains", { who: owner.id, is_on: false })).body.code).toBe(
      "FEATURE_ACCOUNTS_LIMIT",
    );
    await app.platform.features.load();
    expect(await hasFeature(app.platform, "custom_domains", "account-9999")).toBe(false);
    expect(await hasFeature(app.platform, "custom_domains", "account-9998")).toBe(true);
    await app.platform.db.execute(sql`delete from feature_accounts where feature = 'custom_domains'`);
  });
});

it("changes are listed with what it was, newest first, and are events of the instance", async () => {
  await switchFeature(founder, "transactional", { share: 30, free: false });
  await switchFor(founder, "transactional", { id: owner.id, is_on: true });
  const { items } = (await founder.api("GET", "/admin/features/transactional/changes")).body;
  expect(items).toMatchObject([
    { by: "Fay Founder", reason: "Trying it", rules: null, account: { name: "Olga Owner", is_on: true } },
    { rules: { before: RULES, after: { share: 30, free: false, premium: null } }, account: null },
  ]);
  const events = await eventsOf(app, "transactional");
  expect(events.map(({ name, account }) => [name, account])).toEqual([
    ["feature.changed", "instance"],
    ["feature.account_changed", owner.id],
  ]);
  expect(await find("transactional")).toMatchObject({
    changed: { by: "Fay Founder", reason: "Trying it" },
    accounts_on: 1,
  });
});

it("names that this version doesn’t know mean nothing", async () => {
  await app.platform.db.execute(sql`insert into feature_switches (feature, share, version, changed_at, reason)
    values ('telepathy', 0, 1, now(), 'From another version')`);
  await app.platform.features.load();
  expect((await owner.api("GET", "/me")).status).toBe(200);
  expect(await list()).toHaveLength(FEATURES.length);
  expect(
    (await founder.api("PUT", "/admin/features/telepathy", { ...RULES, version: 1, reason: "x" })).status,
  ).toBe(400);
});

it("staff’s own part can’t be off, and isn’t there for anyone else", async () => {
  expect(FEATURES.some((feature) => /admin|staff/.test(feature))).toBe(false);
  expect((await owner.api("GET", "/admin/features")).status).toBe(404);
});
