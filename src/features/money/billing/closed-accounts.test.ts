// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { proveAgain } from "#test/harness/mailbox.ts";
import { signUpSubscriber } from "#test/harness/subscribers.ts";
import { endWithAccount, endWithAccounts, resumeWithAccount } from "./manage.ts";
import { billSandbox } from "./sandbox.ts";
import { findSubscription, type SubscriptionRow } from "./store.ts";
import { applyDueChanges, syncSubscription } from "./sync.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp();
});
afterAll(() => app?.close());
afterEach(() => app.clock.set(new Date()));

const billing = async (who: Client) => (await who.api("GET", "/billing")).body;
const settled = (who: Client) => syncSubscription(app.platform, who.id);

const subscriber = (units: number) => signUpSubscriber(app, units);

/** Lets days pass, with everything that happens in them. */
async function pass(who: Client, days: number): Promise<void> {
  app.clock.advance(days * DAY_MS);
  await billSandbox(app.platform);
  await settled(who);
  await applyDueChanges(app.platform);
}

describe("premium of a suspended account", () => {
  const suspend = async ({ id }: Client, days = 90) => {
    const until = new Date(app.clock.now().getTime() + days * DAY_MS).toISOString();
    expect((await founder.api("PUT", `/admin/users/${id}/ban`, { reason: "Spam", until })).status).toBe(200);
  };
  const lift = ({ id }: Client) => founder.api("DELETE", `/admin/users/${id}/ban`);
  const stored = async ({ id }: Client) => (await findSubscription(app.platform.db, id)) as SubscriptionRow;

  it("isn't charged again, as its owner can't cancel, and goes on if that's lifted in time", async () => {
    const who = await subscriber(2);
    await suspend(who);
    await expect.poll(async () => (await stored(who)).cancel_at, { timeout: 20_000 }).not.toBeNull();
    expect((await app.mailTo(who.email, /^Your premium ends on/)).text).toContain("Your account is closed");
    await lift(who);
    await expect.poll(async () => (await stored(who)).cancel_at, { timeout: 20_000 }).toBeNull();
  });

  it("ends with what's paid, which its owner is told once the account is open again", async () => {
    const who = await subscriber(2);
    await suspend(who);
    await expect.poll(async () => (await stored(who)).cancel_at, { timeout: 20_000 }).not.toBeNull();
    await pass(who, 32);
    expect(await stored(who)).toMatchObject({ status: "ended" });
    await lift(who);
    const { text } = await app.mailTo(who.email, /^Your account is back, without premium$/);
    expect(text).toContain("Your account is open again");
  });

  it("isn't charged again if it was bought as the account was suspended", async () => {
    const who = await subscriber(2);
    const late = sql`update users set banned = true, ban_reason = 'Spam' where id = ${who.id}`;
    await app.platform.db.execute(late);
    await endWithAccounts(app.platform);
    await expect.poll(async () => (await stored(who)).cancel_at, { timeout: 20_000 }).not.toBeNull();
    await endWithAccounts(app.platform);
  });
});

describe("premium of an account that's kept after all", () => {
  const close = async (who: Client) => {
    expect((await who.api("DELETE", "/me", { confirmation: who.email })).status).toBe(200);
    await endWithAccount(app.platform, { account: who.id });
  };
  const keep = async (who: Client) => {
    expect((await who.api("DELETE", "/me/deletion")).status).toBe(200);
    await resumeWithAccount(app.platform, { account: who.id });
  };

  it("goes on as it was, and is charged for again", async () => {
    const who = await subscriber(2);
    await close(who);
    await settled(who);
    await keep(who);
    expect(await billing(who)).toMatchObject({ state: "active", units: 2, cancel_at: null });
    await pass(who, 32);
    expect((await who.api("GET", "/billing/invoices")).body.items).toHaveLength(2);
  });

  it("has ended if its paid time is over by then, which its owner is told", async () => {
    const who = await subscriber(2);
    await pass(who, 25);
    await proveAgain(app, who);
    await close(who);
    await pass(who, 10);
    await keep(who);
    expect(await billing(who)).toMatchObject({ state: "none", granted_units: 0 });
    const mail = await app.mailTo(who.email, /^Your account is back, without premium$/);
    expect(mail.text).toContain("you’re on the free plan");
    await resumeWithAccount(app.platform, { account: who.id });
    expect(await app.mailsTo(who.email, /without premium/, 1)).toHaveLength(1);
  });
});
