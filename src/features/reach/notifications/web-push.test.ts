// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { PUSH_DEVICES_MAX } from "#src/features/identity/preferences/rules.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import {
  type PushedDevice,
  type PushedMessage,
  pushKeys,
  startPushService,
  vapidOf,
} from "#test/harness/push-service.ts";
import { PUSH_WAITS_S } from "./push-rules.ts";
import { deliverPush } from "./web-push.ts";

type Job = Parameters<typeof deliverPush>[1];

const KEYS = pushKeys();
const WAIT = { timeout: 20_000 };

let app: TestApp;
let service: Awaited<ReturnType<typeof startPushService>>;
let owner: Client;
let shop: string;

beforeAll(async () => {
  service = await startPushService();
  const settings = { OUTBOUND_ALLOW: "loopback", SUPPORT_ADDRESS: "help@fanfare.example", PLANS: "off" };
  app = await startApp({ ...KEYS, ...settings });
  await app.signUp();
});
afterAll(async () => {
  service?.close();
  await app?.close();
});
beforeEach(async () => {
  service.received.length = 0;
  service.status = 201;
  owner = await app.signUp({ name: "Olga" });
  shop = (await owner.api("POST", "/profiles", { name: "Shop" })).body.id;
  await owner.api("PATCH", `/profiles/${shop}`, {
    lead_capture_enabled: true,
    collect_without_download: true,
  });
});

const add = (who: Client, { subscription }: PushedDevice) =>
  who.api("POST", "/me/push-devices", subscription);
const list = async (who: Client) => (await who.api("GET", "/me/push-devices")).body;

async function withDevice(who: Client): Promise<PushedDevice> {
  const device = service.subscribe();
  expect((await add(who, device)).status).toBe(200);
  return device;
}

let fans = 0;
async function signUpOn(profile: string, p_name: string): Promise<void> {
  fans += 1;
  app.clock.advance(1000);
  const fan = { p_profile_id: profile, p_name, p_email: `fan${fans}@fans.example` };
  expect((await app.visitor().api("POST", "/rpc/insert_fan_lead", fan)).status).toBe(200);
}

const told = () => service.received.map(({ device, body }) => device.read(body).title);
const unread = async (who: Client) => (await who.api("GET", "/notifications")).body.unread;

async function signInElsewhere(): Promise<Client> {
  const other = app.visitor();
  await other.call("POST", "/api/auth/sign-in/email", { email: owner.email, password: PASSWORD });
  return other;
}

describe("a device that notifications are on for", () => {
  it("is told in a message that only it can read, signed by this instance", async () => {
    const device = await withDevice(owner);
    await signUpOn(shop, "Nora");
    await vi.waitUntil(() => service.received.length === 1, WAIT);
    const { headers, body } = service.received[0] as PushedMessage;
    const text = device.read(body);
    expect(text).toMatchObject({ title: "Nora signed up on Shop", body: "", account: owner.id });
    expect(text.path).toBe(`/dashboard/marketing/leads?profile=${shop}`);
    expect(() => service.subscribe().read(body)).toThrow();
    expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "43200", urgency: "normal" });
    expect(headers.topic).toMatch(/^[\w-]{32}$/);
    const { claims, key } = vapidOf(headers.authorization);
    expect(key).toBe(KEYS.VAPID_PUBLIC_KEY);
    expect(claims).toEqual({
      aud: service.origin,
      exp: expect.any(Number),
      sub: "mailto:help@fanfare.example",
    });
    const left = Number(claims.exp) - app.clock.now().getTime() / 1000;
    expect(Math.abs(left - 12 * 3600)).toBeLessThan(60);
    await vi.waitUntil(async () => (await list(owner)).items[0].last_used_at !== null, WAIT);
  });

  it("is told in its person’s language, with names as they are", async () => {
    await withDevice(owner);
    await owner.api("PATCH", "/me", { language: "es" });
    await signUpOn(shop, "Your password was changed");
    await vi.waitUntil(() => service.received.length === 1, WAIT);
    expect(told()).toEqual(["Your password was changed se registró en Shop"]);
  });

  it("is told of a crowd once, and of nothing that’s been read by then", async () => {
    await withDevice(owner);
    await signUpOn(shop, "Nora");
    await vi.waitUntil(() => service.received.length === 1, WAIT);
    for (const name of ["Paul", "Pia", "Quin"]) await signUpOn(shop, name);
    await vi.waitUntil(
      async () => (await owner.api("GET", "/notifications")).body.items[0].count === 4,
      WAIT,
    );
    const waiting = await jobsOf(owner);
    expect(waiting).toHaveLength(1);
    const later = () => deliverPush(app.platform, waiting[0] as Job);
    await later();
    expect(told()).toEqual(["Nora signed up on Shop", "4 new fans on Shop"]);
    const [first, second] = service.received;
    expect(first?.headers.topic).toBe(second?.headers.topic);
    await owner.api("POST", "/notifications/read", { all: true });
    await later();
    expect(service.received).toHaveLength(2);
  });

  it("is told what its person chose for it, whatever they chose for the bell", async () => {
    const channels = async () => {
      const { items } = (await owner.api("GET", "/me/notification-preferences")).body;
      return items.find(({ topic }: { topic: string }) => topic === "fans");
    };
    const choose = (choice: object) =>
      owner.api("PATCH", "/me/notification-preferences", { topic: "fans", ...choice });
    expect(await channels()).not.toHaveProperty("push");
    expect((await choose({ push: false })).body.code).toBe("PREFERENCE_FIXED");
    await withDevice(owner);
    expect(await channels()).toMatchObject({ push: { is_choice: true, is_on: true } });
    await choose({ in_app: false });
    await signUpOn(shop, "Rita");
    await vi.waitUntil(() => service.received.length === 1, WAIT);
    expect(told()).toEqual(["Rita signed up on Shop"]);
    expect(await unread(owner)).toBe(0);
    await choose({ in_app: true, push: false });
    await signUpOn(shop, "Sam");
    await vi.waitUntil(async () => (await unread(owner)) === 1, WAIT);
    expect((await owner.api("GET", "/notifications")).body.items[0].text).toBe("Sam signed up on Shop");
    expect(await jobsOf(owner)).toEqual([]);
  });

  it("is told whose account it’s about, and nothing that its person may no longer see", async () => {
    const member = await app.signUp({ name: "Mark" });
    await app.platform.db.execute(
      sql`insert into team_members (account, user_id, role, created_at) values (${owner.id}, ${member.id}, 'marketer', now())`,
    );
    const device = await withDevice(member);
    await signUpOn(shop, "Nora");
    await vi.waitUntil(() => service.received.length === 1, WAIT);
    const text = device.read((service.received[0] as PushedMessage).body);
    expect(text).toMatchObject({ body: "Olga’s account", account: owner.id });
    await app.platform.db.execute(sql`delete from team_members where user_id = ${member.id}`);
    const [{ id }] = (await list(member)).items;
    await deliverPush(app.platform, { notification: text.id, device: id, tries: 0 });
    expect(service.received).toHaveLength(1);
  });
});

/** The data of the person's messages that are still waiting. */
async function jobsOf(who: Client) {
  const rows = await rowsOf<Job>(
    app.platform.db,
    sql`select data->'data'->>'notification' as notification, data->'data'->>'device' as device,
      (data->'data'->>'tries')::int as tries from jobs.job
      where data->>'job' = 'notifications.push' and state in ('created', 'retry')`,
  );
  const { items } = await list(who);
  const ids = items.map(({ id }: { id: string }) => id);
  return rows.filter(({ device }) => ids.includes(device));
}

describe("a device is off the list", () => {
  it.each([404, 410])("once its push service answers %s", async (status) => {
    await withDevice(owner);
    service.status = status;
    await signUpOn(shop, "Nora");
    await vi.waitUntil(async () => (await list(owner)).items.length === 0, WAIT);
  });

  it("once its session ends", async () => {
    const other = await signInElsewhere();
    await withDevice(other);
    expect((await list(owner)).items).toMatchObject([{ is_current: false, last_used_at: null }]);
    expect((await list(other)).items).toMatchObject([{ is_current: true }]);
    await other.call("POST", "/api/auth/sign-out");
    expect((await list(owner)).items).toEqual([]);
  });

  it("once its person removes it, and is nobody else’s to remove", async () => {
    await withDevice(owner);
    const [{ id }] = (await list(owner)).items;
    const remove = (who: Client) => who.api("DELETE", `/me/push-devices/${id}`);
    expect((await remove(await app.signUp())).body.code).toBe("PUSH_DEVICE_NOT_FOUND");
    expect((await remove(owner)).body).toEqual({ id });
    expect((await remove(owner)).body.code).toBe("PUSH_DEVICE_NOT_FOUND");
  });

  it("once someone else signs in on it, or its browser subscribes again", async () => {
    const device = await withDevice(owner);
    const again = await withDevice(owner);
    expect((await list(owner)).items).toHaveLength(1);
    const next = await app.signUp();
    expect((await add(next, again)).status).toBe(200);
    expect((await list(owner)).items).toEqual([]);
    expect((await add(owner, device)).status).toBe(200);
  });

  it("once someone else adds the same browser, even at the same moment", async () => {
    const device = await withDevice(owner);
    const others = await Promise.all([app.signUp(), app.signUp(), app.signUp()]);
    const answers = await Promise.all(others.map((who) => add(who, device)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const lists = await Promise.all([owner, ...others].map(list));
    expect(lists.flatMap(({ items }) => items)).toHaveLength(1);
  });
});

it("a push service that’s busy or away is asked again for half an hour, and one that refuses isn’t", async () => {
  await withDevice(owner);
  service.status = 503;
  await signUpOn(shop, "Nora");
  await vi.waitUntil(async () => (await jobsOf(owner))[0]?.tries === 1, WAIT);
  const job = (await jobsOf(owner))[0] as Job;
  await deliverPush(app.platform, { ...job, tries: PUSH_WAITS_S.length });
  service.status = 403;
  await deliverPush(app.platform, job);
  expect(await jobsOf(owner)).toEqual([job]);
  expect((await list(owner)).items).toHaveLength(1);
});

it("what a browser can’t have made is refused, and so is one device too many", async () => {
  const { subscription } = service.subscribe();
  const wrong = [
    { ...subscription, endpoint: "ftp://push.example/x" },
    { ...subscription, endpoint: "nonsense" },
    { ...subscription, keys: { ...subscription.keys, p256dh: "AAAA" } },
  ];
  for (const one of wrong)
    expect((await owner.api("POST", "/me/push-devices", one)).body.code).toBe("PUSH_SUBSCRIPTION_REFUSED");
  for (let count = 0; count < PUSH_DEVICES_MAX; count++) await withDevice(await signInElsewhere());
  expect((await add(owner, service.subscribe())).body.code).toBe("PUSH_DEVICES_TOO_MANY");
});

it("the database reveals no endpoint, and one of our own network is refused without OUTBOUND_ALLOW", async () => {
  const { subscription } = await withDevice(owner);
  const [row] = await rowsOf(
    app.platform.db,
    sql`select * from push_subscriptions where user_id = ${owner.id}`,
  );
  const stored = JSON.stringify(row);
  for (const secret of [subscription.endpoint, ...Object.values(subscription.keys)])
    expect(stored).not.toContain(secret);
  const strict = await startApp(pushKeys());
  const who = await strict.signUp();
  expect((await who.api("POST", "/me/push-devices", subscription)).body.code).toBe(
    "PUSH_SUBSCRIPTION_REFUSED",
  );
  await strict.close();
});

it("an instance without keys offers nothing", async () => {
  const plain = await startApp({ OUTBOUND_ALLOW: "loopback" });
  const who = await plain.signUp();
  expect(await list(who)).toEqual({ items: [], public_key: null });
  expect((await add(who, service.subscribe())).body.code).toBe("PUSH_NOT_OFFERED");
  await plain.close();
});
