// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { billSandbox } from "#src/features/money/billing/sandbox.ts";
import { syncSubscription } from "#src/features/money/billing/sync.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { PASSWORD, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { startDns } from "#test/harness/dns.ts";
import { startMailServer } from "#test/harness/mail-server.ts";
import { mailboxForm, proveAgain, signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import { runReminder, runReminders } from "./delivery.ts";
import { recordOutcomes } from "./outcomes.ts";
import { REMINDER_NAMES, REMINDERS, type ReminderName } from "./rules.ts";

const WAIT = { timeout: 20_000, interval: 50 };
const BROWSER = { "x-forwarded-for": "8.8.8.8", "user-agent": "Mozilla/5.0 (X11; Linux) Chrome/120.0" };

interface Case {
  app: TestApp;
  who: Client;
  founder: Client;
}

interface Scene {
  /** Makes it true through the product's own verbs, and returns what ends it. */
  begin(at: Case): Promise<() => Promise<unknown>>;
  /** Days from then on that aren't enough, and those that are. */
  early: number;
  late: number;
}

const addPage = async ({ who }: Case, name = "Mia") =>
  (await who.api("POST", "/profiles", { name })).body.id as string;
const addLink = async ({ who }: Case, page: string) =>
  (await who.api("POST", `/profiles/${page}/links`, { title: "Shop", url: "https://shop.example" })).body;

const SCENES: Record<ReminderName, Scene> = {
  no_profile: { begin: async (at) => () => addPage(at), early: 1, late: 3 },
  no_link: {
    begin: async (at) => {
      const page = await addPage(at);
      return () => addLink(at, page);
    },
    early: 1,
    late: 3,
  },
  no_clicks: {
    begin: async (at) => {
      const { id: link_id } = await addLink(at, await addPage(at));
      const events = [{ id: randomUUID(), link_id, session_id: "s" }];
      return () => at.app.visitor().call("POST", "/api/v1/clicks", { events }, BROWSER);
    },
    early: 12,
    late: 14,
  },
  domain_problem: {
    begin: async (at) => {
      const grant = { kind: "premium_units", quantity: 1, reason: "A contest" };
      await at.founder.api("POST", `/admin/users/${at.who.id}/grants`, grant);
      const form = { host: "links.mia-page.com", profile_id: await addPage(at) };
      const { id } = (await at.who.api("POST", "/domains", form)).body;
      return () => at.who.api("DELETE", `/domains/${id}`);
    },
    early: 1,
    late: 3,
  },
  payment_failing: {
    begin: async ({ app, who }) => {
      const act = (name: string, checkout?: string) =>
        who.api("POST", "/billing/sandbox", { act: name, checkout });
      const { url } = (await who.api("POST", "/billing/checkout", { units: 2 })).body;
      await act("pay", new URL(url, app.url).searchParams.get("checkout") ?? "");
      await syncSubscription(app.platform, who.id);
      await act("decline_card");
      app.clock.set((await who.api("GET", "/billing")).body.period_end);
      app.clock.advance(60_000);
      await billSandbox(app.platform);
      await syncSubscription(app.platform, who.id);
      return async () => {
        await signIn(app, who);
        await act("work_card");
        await syncSubscription(app.platform, who.id);
      };
    },
    early: 2,
    late: 4,
  },
  quota_near: {
    begin: async (at) => {
      const pages: string[] = [];
      for (let page = 0; page < 8; page++) pages.push(await addPage(at, `Page ${page}`));
      return () => at.who.api("DELETE", `/profiles/${pages[0]}`);
    },
    early: -1,
    late: 1,
  },
  draft_campaign: {
    begin: async ({ who }) => {
      const { id } = (await who.api("POST", "/campaigns", { name: "Spring" })).body;
      return () => who.api("DELETE", `/campaigns/${id}`);
    },
    early: 5,
    late: 7,
  },
  inactive: {
    begin: async (at) => {
      await addPage(at);
      return () => signIn(at.app, at.who);
    },
    early: 28,
    late: 30,
  },
  mailbox_problem: {
    begin: async ({ app, who }) => {
      await proveAgain(app, who);
      const { id } = (await who.api("POST", "/mailboxes", mailboxForm(9))).body;
      return async () => {
        await signIn(app, who);
        await who.api("DELETE", `/mailboxes/${id}`);
      };
    },
    early: 0,
    late: 2,
  },
  premium_ending: {
    begin: async ({ app, founder, who }) => {
      const ends_at = new Date(app.clock.now().getTime() + 10 * DAY_MS).toISOString();
      const grants = `/admin/users/${who.id}/grants`;
      const grant = { kind: "premium_units", quantity: 1, reason: "A contest" };
      await founder.api("POST", grants, { ...grant, ends_at });
      return () => founder.api("POST", grants, { ...grant, ends_at: null });
    },
    early: 1,
    late: 4,
  },
};

const signIn = (app: TestApp, who: Client) =>
  who.call("POST", "/api/auth/sign-in/email", { email: who.email, password: PASSWORD }).then(({ status }) => {
    expect(status).toBe(200);
    return app;
  });

/** The first morning at least so many days after a moment. */
function morningAfter(time: Date, days: number): Date {
  const least = new Date(time.getTime() + days * DAY_MS);
  const morning = new Date(least);
  morning.setUTCHours(10, 30, 0, 0);
  return morning < least ? new Date(morning.getTime() + DAY_MS) : morning;
}

describe("each reminder", () => {
  it("comes behind the bell and by e-mail once it's true for long enough, once, and its end counts", async () => {
    const smtp = await startMailServer();
    const dns = await startDns();
    dns.addZone("mia-page.com");
    const app = await startMailboxApp({
      SMTP_URL: smtp.url,
      PUBLIC_URL: "https://fanfare.com",
      DNS_SERVERS: dns.address,
    });
    try {
      const founder = await app.signUp({ name: "Fay Founder" });
      for (const rule of REMINDER_NAMES)
        await expectReminder({ app, founder, smtp, rule }).catch((cause) => {
          throw new Error(rule, { cause });
        });
    } finally {
      await app.close();
      dns.close();
    }
  }, 240_000);
});

type Telling = Omit<Case, "who"> & {
  rule: ReminderName;
  smtp: Awaited<ReturnType<typeof startMailServer>>;
};

async function expectReminder({ app, founder, smtp, rule }: Telling): Promise<void> {
  app.clock.set(new Date());
  const who = await signUpSender(app);
  await proveAgain(app, founder);
  const { begin, early, late } = SCENES[rule];
  const end = await begin({ app, founder, who });
  const begun = app.clock.now();
  const turn = (is_on: boolean) =>
    founder.api("POST", `/admin/reminders/${rule}/switch`, { is_on, reason: "They asked for it" });
  app.clock.set(new Date());
  expect((await turn(true)).body.is_on, rule).toBe(true);
  const { en } = (await founder.api("GET", "/admin/reminders")).body.items.find(
    (one: { rule: string }) => one.rule === rule,
  ).versions;
  const notified = () =>
    rowsOf<{ path: string }>(
      app.platform.db,
      sql`select data ->> 'path' as path from notifications where user_id = ${who.id} and data ->> 'text' = ${en.title}`,
    );
  app.clock.set(morningAfter(begun, early));
  await runReminder(app.platform, { rule });
  expect(await notified(), rule).toEqual([]);
  app.clock.set(morningAfter(begun, late));
  await runReminders(app.platform);
  await vi.waitUntil(async () => (await notified()).length > 0, WAIT);
  const mails = () =>
    smtp.received.filter(({ to, subject }) => [to].flat()[0]?.text === who.email && subject === en.title);
  await vi.waitUntil(() => mails().length > 0, WAIT);
  await runReminder(app.platform, { rule });
  expect(await notified(), rule).toEqual([{ path: REMINDERS[rule].target.path }]);
  const text = mails()[0]?.text ?? "";
  expect(text, rule).toContain(`${REMINDERS[rule].target.path}?account=${who.id}`);
  expect(text, rule).toContain("You got this e-mail because");
  expect(text, rule).toMatch(/Stop these e-mails about news and tips:? \S*\/help\/unsubscribe\//);
  await recordOutcomes(app.platform);
  const figures = async () => {
    const now = app.clock.now();
    app.clock.set(new Date());
    const { body } = await founder.api("GET", `/admin/reminders/${rule}/figures`);
    app.clock.set(now);
    return body;
  };
  const before = await figures();
  expect(before.watched, rule).toBeGreaterThan(0);
  app.clock.advance(DAY_MS);
  await end();
  await recordOutcomes(app.platform);
  expect((await figures()).done, rule).toBe(before.done + 1);
  expect(mails(), rule).toHaveLength(1);
  app.clock.set(new Date());
  await turn(false);
}
