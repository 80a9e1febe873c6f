import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { emailHash } from "#src/features/contacts/email-hash.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { startSender } from "#test/harness/campaigns.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";

/** One at a time, so that something still waits. */
const LIMITS = { per_second: 1, per_minute: null, per_hour: null, per_day: null };
const WAIT = { timeout: 20_000 };

let app: TestApp;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());

/** Nothing but the hash, as for someone who was erased. */
const leave = (account: string, hash: string, scope: string | null) =>
  sql`insert into suppressions (user_id, id, email_hash, reason, scope, created_at)
    values (${account}, gen_random_uuid(), ${hash}, 'unsubscribe', ${scope}, now())`;

it.each([
  ["unsubscribes", "unsubscribed", (account: string, hash: string) => leave(account, hash, null)],
  ["leaves its topic", "unsubscribed", (account: string, hash: string) => leave(account, hash, "news")],
  [
    "takes back their consent",
    "agreed",
    (account: string) => sql`update contact_consents set state = 'unsubscribed' where user_id = ${account}`,
  ],
  [
    "wants fewer e-mails, and got one,",
    "fewer",
    (account: string) =>
      sql`with wish as (update contacts set mail_every_days = 7 where user_id = ${account})
        insert into deliveries (user_id, campaign_id, contact_id, host, state, due_at, handed_over_at)
          select user_id, gen_random_uuid(), id, '', 'delivered', now(), now() from contacts where user_id = ${account}`,
  ],
])("5.10.6 a campaign skips who %s while it runs", async (_what, why, change) => {
  const gate = Promise.withResolvers<undefined>();
  const manners = { judge: () => gate.promise };
  const { owner, addFans, add, act, get, reaches } = await startSender(app, manners, { limits: LIMITS });
  await addFans({ a: {}, b: {} });
  const id = await add();
  await act(id, "send");
  const { db } = app.platform;
  const handing = () =>
    rowsOf(db, sql`select 1 from deliveries where campaign_id = ${id} and handing_since is not null`);
  await vi.waitUntil(async () => (await handing()).length === 1, WAIT);
  const [waiting] = await rowsOf<{ contact_id: string; email: string }>(
    db,
    sql`select contact_id, email from deliveries d join contacts c on c.user_id = d.user_id and c.id = d.contact_id
      where campaign_id = ${id} and handing_since is null`,
  );
  await db.execute(change(owner.id, emailHash(owner.id, waiting?.email ?? "")));
  gate.resolve(undefined);
  await reaches(id, "sent");
  expect((await get(id)).figures).toMatchObject({ recipients: 2, sent: 1, skipped: 1 });
  const { items } = (await owner.api("GET", `/campaigns/${id}/deliveries?status=skipped`)).body;
  expect(items).toMatchObject([{ contact_id: waiting?.contact_id, reason: expect.stringContaining(why) }]);
});
