// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { claimInstanceMessage } from "#src/features/admin/notifications/frequency-cap.ts";
import { DAY_MS, HOUR_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { MailHandler } from "#src/platform/mail/mail-types.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { runReminder } from "./delivery.ts";
import { reminderMails } from "./mails.ts";
import { recordOutcomes } from "./outcomes.ts";
import type { ReminderName } from "./rules.ts";

const PEOPLE = 450;
/** A morning where no time zone is set. */
const MORNING = "2031-03-10T10:30:00Z";

let app: TestApp;
let founder: Client;
let word: string;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  word = `w${randomUUID().slice(0, 8)}`;
  app.clock.set(MORNING);
  const { db } = app.platform;
  await db.execute(sql`delete from users where id <> ${founder.id}`);
  await db.execute(sql`delete from reminder_rules`);
  await db.execute(sql`delete from mails`);
});

interface People {
  count?: number;
  zone?: string | null;
  daysAgo?: number;
}

/** People who signed up and made no page. */
async function addPeople({ count = 1, zone = null, daysAgo = 5 }: People = {}): Promise<void> {
  const created = new Date(app.clock.now().getTime() - daysAgo * DAY_MS).toISOString();
  await app.platform.db.execute(
    sql`insert into users (id, name, email, email_verified, role, time_zone, created_at, updated_at)
      select ${word} || '-' || n, ${word}, ${word} || n || '@example.com', true, 'user', ${zone}, ${created}::timestamptz, now()
      from generate_series(1, ${count}) n`,
  );
}

interface Rule {
  rule?: ReminderName;
  channels?: string[];
  repeat_days?: number | null;
  times_max?: number;
}

/** As it's after staff have switched it on. */
async function turnOn({ rule = "no_profile", channels = ["in_app"], ...more }: Rule = {}): Promise<void> {
  const { repeat_days = null, times_max = 1 } = more;
  const en = { title: `Title ${word}`, text: "One\n\nTwo", button: "" };
  const versions = { en, es: { title: `Título ${word}`, text: "Uno", button: "" } };
  await app.platform.db.execute(sql`insert into reminder_rules (rule, is_on, delay_days, channels, repeat_days, times_max, versions, updated_at)
    values (${rule}, true, 3, ${sql.param(channels)}::text[], ${repeat_days}, ${times_max}, ${JSON.stringify(versions)}::jsonb, now())`);
}

const run = (rule: ReminderName = "no_profile", platform = app.platform) => runReminder(platform, { rule });

async function count(query: ReturnType<typeof sql>): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(app.platform.db, sql`select count(*)::int as n from ${query}`);
  return row?.n ?? 0;
}
const notified = () => count(sql`notifications where kind = 'news' and user_id like ${`${word}%`}`);
const mailed = () => count(sql`mails where template = 'reminders.reminder' and account like ${`${word}%`}`);
const receipts = () => count(sql`reminder_receipts where account like ${`${word}%`}`);
const counted = () => count(sql`instance_messages where account like ${`${word}%`}`);

describe("reminders", () => {
  it("come once to each, however they're killed and however many processes send them", async () => {
    await addPeople({ count: PEOPLE });
    await turnOn({ channels: ["in_app", "email"] });
    for (let kill = 0; kill < 6; kill++) {
      let left = 13 + kill * 71;
      // Between two statements of a batch, which undoes what it had done of it.
      const enqueue: typeof app.platform.enqueue = function (this: never, ...job) {
        if (left-- <= 0) throw new Error("killed");
        return app.platform.enqueue.apply(this, job as never);
      };
      await run("no_profile", { ...app.platform, enqueue }).catch(() => undefined);
      const told = await notified();
      expect([await mailed(), await receipts(), await counted()]).toEqual([told, told, told]);
    }
    await app.platform.db.execute(sql`update mails set state = 'sent'`);
    await Promise.all([run(), run(), run()]);
    await app.platform.db.execute(sql`update mails set state = 'sent'`);
    await Promise.all([run(), run()]);
    expect([await notified(), await mailed(), await receipts()]).toEqual([PEOPLE, PEOPLE, PEOPLE]);
  }, 120_000);

  it("share one limit with everything else that the instance sends, and come later instead", async () => {
    await addPeople();
    await turnOn();
    for (const key of ["news one", "news two", "news three"])
      await claimInstanceMessage(app.platform, { accounts: [`${word}-1`], key });
    await run();
    expect([await notified(), await receipts()]).toEqual([0, 0]);
    app.clock.advance(7 * DAY_MS);
    await run();
    expect([await notified(), await receipts()]).toEqual([1, 1]);
    const claim = (key: string) => claimInstanceMessage(app.platform, { accounts: [`${word}-1`], key });
    expect([await claim("four"), await claim("five"), await claim("six")].flat()).toHaveLength(2);
  });

  it("respect what people turned off, in each channel, and use up nothing for it", async () => {
    await addPeople({ count: 4 });
    const off = (n: number, cells: string[]) =>
      app.platform.db.execute(
        sql`insert into notification_preferences (user_id, off) values (${`${word}-${n}`}, ${sql.param(cells)}::text[])`,
      );
    await off(1, ["news.in_app", "news.email"]);
    await off(2, ["news.email"]);
    await app.platform.db.execute(sql`update users set email_verified = false where id = ${`${word}-3`}`);
    await app.platform.db.execute(sql`update users set language = 'es' where id = ${`${word}-4`}`);
    await turnOn({ channels: ["in_app", "email"] });
    await run();
    const rows = await rowsOf(
      app.platform.db,
      sql`select account, channels from reminder_receipts where account like ${`${word}%`} order by account`,
    );
    expect(rows).toEqual([
      { account: `${word}-2`, channels: ["in_app"] },
      { account: `${word}-3`, channels: ["in_app"] },
      { account: `${word}-4`, channels: ["in_app", "email"] },
    ]);
    expect(await counted()).toBe(3);
    const [spanish] = await rowsOf<{ text: string }>(
      app.platform.db,
      sql`select data ->> 'text' as text from notifications where user_id = ${`${word}-4`}`,
    );
    expect(spanish?.text).toBe(`Título ${word}`);
  });

  it("never come to suspended accounts or those about to be deleted, to teams, to staff, or after years", async () => {
    await addPeople({ count: 5 });
    const set = (n: number, change: ReturnType<typeof sql>) =>
      app.platform.db.execute(sql`update users set ${change} where id = ${`${word}-${n}`}`);
    await set(1, sql`banned = true`);
    await set(2, sql`deletion_due_at = now() + interval '7 days'`);
    await set(3, sql`role = 'support'`);
    await set(4, sql`created_at = '2027-01-01'`);
    await app.platform.db.execute(
      sql`insert into team_members (account, user_id, role, created_at) values (${founder.id}, ${`${word}-5`}, 'editor', now())`,
    );
    await turnOn();
    await run();
    expect(await receipts()).toBe(0);
  });

  it("come in the morning, by the clock of whoever gets them", async () => {
    await addPeople({ zone: "Asia/Tokyo" });
    await turnOn();
    const at = async (time: string) => {
      app.clock.set(time);
      await run();
      return notified();
    };
    expect(await at("2031-03-11T00:59:00Z")).toBe(0);
    expect(await at("2031-03-11T04:01:00Z")).toBe(0);
    expect(await at("2031-03-11T03:59:00Z")).toBe(1);
  });

  it("come again as often as staff chose, and stop as soon as it isn't true anymore", async () => {
    await addPeople({ count: 2 });
    await turnOn({ repeat_days: 10, times_max: 3 });
    const told = async (days: number) => {
      app.clock.advance(days * DAY_MS);
      await run();
      return notified();
    };
    expect([await told(0), await told(9), await told(1)]).toEqual([2, 2, 4]);
    const profile = { name: "Page", username: word };
    await app.platform.db.execute(sql`insert into client_profiles (id, name, username, user_id, created_at, updated_at)
      values (${randomUUID()}, ${profile.name}, ${profile.username}, ${`${word}-1`}, now(), now())`);
    expect([await told(10), await told(10), await told(30)]).toEqual([5, 5, 5]);
  });

  it("about a second thing wait for a week, and what comes and goes isn't told each time", async () => {
    await addPeople();
    const account = `${word}-1`;
    const dangle = (id: string, days: number) =>
      app.platform.db.execute(sql`insert into domains (id, account, profile_id, host, zone, token, dangling_since, active_at, created_at)
        values (${id}, ${account}, ${randomUUID()}, ${`${id}.com`}, ${`${id}.com`}, 't',
          ${new Date(app.clock.now().getTime() - days * DAY_MS).toISOString()}, now(), now())`);
    const first = randomUUID();
    await dangle(first, 5);
    await dangle(randomUUID(), 4);
    await turnOn({ rule: "domain_problem" });
    await run("domain_problem");
    await run("domain_problem");
    expect(await notified()).toBe(1);
    // It worked for a moment, so that it's another case of the same domain.
    await app.platform.db.execute(
      sql`update domains set dangling_since = dangling_since + interval '1 day' where id = ${first}`,
    );
    app.clock.advance(3 * DAY_MS);
    await run("domain_problem");
    expect(await notified()).toBe(1);
    app.clock.advance(4 * DAY_MS);
    await run("domain_problem");
    expect(await notified()).toBe(2);
  });

  it("send no e-mail for what ended, was turned off, or was switched off while it waited", async () => {
    await addPeople();
    await turnOn({ channels: ["email"] });
    await run();
    const [{ compose }] = reminderMails as [MailHandler<typeof app.platform>];
    const [mail] = await rowsOf<{ data: never }>(
      app.platform.db,
      sql`select data from mails where template = 'reminders.reminder' and account = ${`${word}-1`}`,
    );
    const write = () => compose(app.platform, mail?.data as never);
    expect(await write()).toMatchObject({ to: `${word}1@example.com`, subject: `Title ${word}` });
    const { db } = app.platform;
    const attempt = async (change: ReturnType<typeof sql>, back: ReturnType<typeof sql>) => {
      await db.execute(change);
      const { unneeded } = (await write()) as { unneeded: string };
      await db.execute(back);
      return unneeded;
    };
    expect(
      await attempt(
        sql`update reminder_rules set is_on = false`,
        sql`update reminder_rules set is_on = true`,
      ),
    ).toMatch(/switched this reminder off/);
    expect(
      await attempt(
        sql`insert into notification_preferences (user_id, off) values (${`${word}-1`}, array['news.email'])`,
        sql`delete from notification_preferences`,
      ),
    ).toMatch(/turned these e-mails off/);
    expect(
      await attempt(
        sql`update users set banned = true where id = ${`${word}-1`}`,
        sql`update users set banned = false where id = ${`${word}-1`}`,
      ),
    ).toMatch(/suspended/);
    const page = randomUUID();
    expect(
      await attempt(
        sql`insert into client_profiles (id, name, username, user_id, created_at, updated_at)
          values (${page}, 'Page', ${word}, ${`${word}-1`}, now(), now())`,
        sql`delete from client_profiles where id = ${page}`,
      ),
    ).toMatch(/wasn’t true anymore/);
    await db.execute(sql`delete from users where id = ${`${word}-1`}`);
    expect(await write()).toMatchObject({ unneeded: "The account was gone by then." });
  });

  it("end in the middle once they're switched off, and wait while much e-mail waits", async () => {
    await addPeople({ count: 300 });
    await turnOn({ channels: ["in_app", "email"] });
    // As when the process stops after a batch.
    await run("no_profile", { ...app.platform, abortSignal: AbortSignal.abort() }).catch(() => undefined);
    expect(await notified()).toBe(200);
    await app.platform.db.execute(sql`update reminder_rules set is_on = false`);
    await run();
    expect(await notified()).toBe(200);
    await app.platform.db.execute(sql`update reminder_rules set is_on = true`);
    await app.platform.db.execute(sql`insert into mails (id, template, recipient, data, state, due_at, created_at)
      select gen_random_uuid(), 'reminders.reminder', 'x@example.com', '{}', 'queued', now(), now() from generate_series(1, 500)`);
    await run();
    expect(await notified()).toBe(200);
  });

  it("count what people did within a week, and nothing after it", async () => {
    await addPeople({ count: 3 });
    await turnOn();
    await run();
    const addPage = (n: number) =>
      app.platform.db.execute(sql`insert into client_profiles (id, name, username, user_id, created_at, updated_at)
        values (${randomUUID()}, 'Page', ${`${word}${n}`}, ${`${word}-${n}`}, now(), now())`);
    const figures = async () => {
      await recordOutcomes(app.platform);
      const now = app.clock.now();
      app.clock.set(new Date());
      // Asked in the present, where the founder's session is.
      const { body } = await founder.api("GET", "/admin/reminders/no_profile/figures");
      app.clock.set(now);
      return body;
    };
    expect(await figures()).toMatchObject({ told: 3, in_app: 3, seen: 0, email: 0, done: 0, watched: 3 });
    await addPage(1);
    app.clock.advance(6 * DAY_MS);
    expect(await figures()).toMatchObject({ done: 1, watched: 2 });
    app.clock.advance(DAY_MS + HOUR_MS);
    await addPage(2);
    expect(await figures()).toMatchObject({ told: 3, done: 1, watched: 0 });
  });
});
