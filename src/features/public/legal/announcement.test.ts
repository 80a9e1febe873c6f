// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { tellEveryone } from "./announcement.ts";

/** Raise both for the big one. */
const PEOPLE = Number(process.env.LEGAL_PEOPLE ?? 900);
const KILLS = Number(process.env.LEGAL_KILLS ?? 6);

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
  await app.platform.db.execute(sql`delete from legal_versions`);
});

async function addPeople(count: number): Promise<void> {
  await app.platform.db.execute(
    sql`insert into users (id, name, email, email_verified, role, created_at, updated_at)
      select ${word} || '-' || n, ${word}, ${word} || n || '@example.com', true, 'user', '2001-01-01', now()
      from generate_series(1, ${count}) n`,
  );
}

const NUMBER = 1;
const which = { name: "terms", number: NUMBER } as const;
async function addVersion(notice = "agree", number = NUMBER, effectiveInDays = 30): Promise<void> {
  const texts = JSON.stringify({ en: "Be kind.", es: "" });
  const summary = JSON.stringify({ en: "More kindness.", es: "Más amabilidad." });
  const now = app.clock.now();
  const effective = new Date(now.getTime() + effectiveInDays * 86_400_000).toISOString();
  await app.platform.db.execute(sql`insert into legal_versions
    (name, number, texts, summary, notice, effective_at, published_at, published_by)
    values ('terms', ${number}, ${texts}::jsonb, ${summary}::jsonb, ${notice}, ${effective}, ${now.toISOString()}, ${founder.id})`);
}

async function count(query: ReturnType<typeof sql>): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(app.platform.db, sql`select count(*)::int as n from ${query}`);
  return row?.n ?? 0;
}
const notified = () => count(sql`notifications where kind = 'legal_changed' and user_id like ${`${word}%`}`);
const mailed = () => count(sql`mails where template = 'legal.changed' and account like ${`${word}%`}`);
const isTold = async () =>
  (await count(sql`legal_versions where number = ${NUMBER} and told_at is not null`)) === 1;

/** Goes on at once where the job would wait for the mail server. */
async function finish(): Promise<void> {
  while (!(await isTold())) {
    await app.platform.db.execute(
      sql`update mails set state = 'sent' where template = 'legal.changed' and state = 'queued'`,
    );
    await tellEveryone(app.platform, which);
  }
}

describe("telling everyone of a new version", () => {
  it("goes on after a kill at any point, on two nodes at once: everyone is told once", async () => {
    await addPeople(PEOPLE);
    await addVersion();
    for (let kill = 0; kill < KILLS; kill++) {
      let left = 17 + kill * 61;
      // Between two statements of a batch, which undoes what it had done of it.
      const enqueue: typeof app.platform.enqueue = function (this: never, ...job) {
        if (left-- <= 0) throw new Error("killed");
        return app.platform.enqueue.apply(this, job as never);
      };
      await tellEveryone({ ...app.platform, enqueue }, which).catch(() => undefined);
      expect(await notified()).toBe(await mailed());
    }
    await Promise.all([finish(), finish()]);
    expect([await notified(), await mailed()]).toEqual([PEOPLE, PEOPLE]);
    await tellEveryone(app.platform, which);
    expect(await notified()).toBe(PEOPLE);
  }, 600_000);

  it("tells in each person's language, never at an address that nobody confirmed, and not the suspended", async () => {
    await addPeople(4);
    const { db } = app.platform;
    await db.execute(sql`update users set language = 'es' where id = ${`${word}-1`}`);
    await db.execute(sql`update users set email_verified = false where id = ${`${word}-2`}`);
    await db.execute(sql`update users set banned = true where id = ${`${word}-3`}`);
    await addVersion();
    await finish();
    const rows = await rowsOf<{ account: string }>(
      db,
      sql`select account from mails where template = 'legal.changed' and account like ${`${word}%`} order by account`,
    );
    expect(rows.map(({ account }) => account)).toEqual([`${word}-1`, `${word}-4`]);
    expect(await notified()).toBe(3);
    const spanish = await app.mailTo(`${word}1@example.com`, /términos/);
    expect(spanish.text).toContain("Más amabilidad.");
    expect(spanish.text).toContain("/terms-and-conditions/versions/1");
  });

  it("says it behind the bell, with a link to the version, and can't be turned off", async () => {
    const reader = await app.signUp();
    const off = { topic: "terms", in_app: false };
    expect((await reader.api("PATCH", "/me/notification-preferences", off)).status).toBeGreaterThanOrEqual(
      400,
    );
    await addVersion();
    await finish();
    const items = (await reader.api("GET", "/notifications")).body.items;
    expect(items).toMatchObject([
      {
        topic: "terms",
        text: expect.stringContaining("you’ll be asked to agree"),
        path: "/terms-and-conditions/versions/1",
      },
    ]);
  });

  it("doesn't tell of what a newer version replaced before its time", async () => {
    await addPeople(3);
    await addVersion("agree", NUMBER, 30);
    await addVersion("quiet", NUMBER + 1, 10);
    await finish();
    expect(await notified()).toBe(0);
  });
});
