// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { suppress } from "#src/features/audience/consent/consent.ts";
import { systemCtx } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { bringContacts } from "./merge-contacts.ts";
import { findMerge } from "./merge-store.ts";

/** In three batches. */
const PEOPLE = 10_010;

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
});
afterAll(() => app?.close());

it("brings everyone with what they agreed to and their history, a batch at a time", {
  timeout: 900_000,
}, async () => {
  const founder = await app.signUp();
  const [source, target] = [await app.signUp(), await app.signUp()];
  const { db } = app.platform;
  await db.execute(sql`with added as (
      insert into contacts (user_id, id, email, status, tags, created_at, updated_at)
      select ${source.id}, gen_random_uuid(), 'fan' || n || '@fans.example', 'new', array['t' || n % 3], now(), now()
      from generate_series(1, ${PEOPLE}) n returning id),
    agreed as (
      insert into contact_consents (user_id, contact_id, id, topic, state, text, version, method, given_at)
      select ${source.id}, id, gen_random_uuid(), 'news', 'confirmed', '', '', 'import', now() from added)
    insert into contact_timeline (user_id, id, contact_id, kind, data, at)
      select ${source.id}, gen_random_uuid(), id, 'note', '{"text":"Hello"}', now() from added`);
  for (const n of [1, 4999, PEOPLE])
    await suppress(app.platform, {
      account: source.id,
      email: `fan${n}@fans.example`,
      reason: "unsubscribe",
    });
  const id = randomUUID();
  await db.execute(sql`insert into account_merges (id, source, target, reason, step, pages_total, made_by, started_at)
    values (${id}, ${source.id}, ${target.id}, 'Same person', 'contacts', 0, ${founder.id}, now())`);
  const merge = await findMerge(db, id);
  if (!merge) throw new Error("There's no merge.");
  const ctx = systemCtx(app.platform, { job: "test", account: target.id });
  await bringContacts(ctx, merge);
  const of = async (account: string) => [
    ...(await rowsOf(
      db,
      sql`select status, tags, count(*)::int from contacts where user_id = ${account} group by 1, 2 order by 1, 2`,
    )),
    ...(await rowsOf(
      db,
      sql`select kind, count(*)::int from contact_timeline where user_id = ${account} and kind = 'note' group by 1`,
    )),
    ...(await rowsOf(
      db,
      sql`select topic, state, count(*)::int from contact_consents where user_id = ${account} group by 1, 2 order by 1, 2`,
    )),
    ...(await rowsOf(
      db,
      sql`select reason, email from suppressions where user_id = ${account} order by email`,
    )),
  ];
  const before = await of(source.id);
  expect(await of(target.id)).toEqual(before);
  await bringContacts(ctx, merge);
  expect(await of(target.id)).toEqual(before);
});
