// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { reserveSends } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { runDue, startSender } from "#test/harness/campaigns.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";

const WAIT = { timeout: 20_000 };
const DAY_MS = 86_400_000;
const FANS = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`fan${at}`, {}]));

let app: TestApp;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());

/** A campaign whose first e-mails are on the way: the server hasn't answered yet. */
async function startHeldCampaign() {
  const held: (() => void)[] = [];
  let isHolding = true;
  const judge = () =>
    new Promise<undefined>((accept) => (isHolding ? held.push(() => accept(undefined)) : accept(undefined)));
  const sender = await startSender(app, { judge });
  await sender.addFans(FANS);
  const id = await sender.add();
  await sender.act(id, "send");
  await vi.waitUntil(() => held.length > 0, WAIT);
  return {
    ...sender,
    id,
    answer() {
      isHolding = false;
      for (const accept of held) accept();
    },
  };
}

const statesOf = async (id: string) =>
  Object.fromEntries(
    (
      await rowsOf<{ state: string; count: number }>(
        app.platform.db,
        sql`select state, count(*)::int as count from deliveries where batch_id = ${id} group by state`,
      )
    ).map(({ state, count }) => [state, count]),
  );

describe("§9 a clock that jumps while a campaign goes out", () => {
  it.each([
    ["a day ahead, over midnight", DAY_MS],
    ["an hour back", -DAY_MS / 24],
  ])("%s: everyone gets one e-mail", async (_name, ms) => {
    const { id, answer, reaches, received } = await startHeldCampaign();
    app.clock.advance(ms);
    // Another node looks for what's due, and for leases that nobody renewed.
    await runDue(app.platform);
    answer();
    await vi.waitUntil(async () => ((await statesOf(id)).leased ?? 0) === 0, WAIT);
    // What was written down with a later time goes on once the clock is there again.
    if (ms < 0) app.clock.advance(-ms);
    await vi.waitUntil(async () => {
      await runDue(app.platform);
      return (await statesOf(id)).handed_over === 30;
    }, WAIT);
    await reaches(id, "sent");
    expect(received().sort()).toEqual(Object.keys(FANS).sort());
  });

  it("back: what a killed process had leased isn't held until the clock is there again", async () => {
    const { id, answer, reaches } = await startHeldCampaign();
    answer();
    // From then on, no loop of this process leases what it leaves.
    await reaches(id, "sent");
    const lease = (attempt_started_at: string | null, contact: string) =>
      app.platform.db.execute(sql`update deliveries d set state = 'leased', worker = gen_random_uuid(),
          attempt_started_at = ${attempt_started_at}::timestamptz,
          leased_until = ${new Date(app.clock.now().getTime() + DAY_MS).toISOString()}::timestamptz
        from contacts c where d.batch_id = ${id} and c.user_id = d.user_id and c.id = d.contact_id
          and c.email = ${contact}`);
    await lease(null, "fan0@fans.example");
    await lease(app.clock.now().toISOString(), "fan1@fans.example");
    await runDue(app.platform);
    expect(await statesOf(id)).toMatchObject({ pending: 1, uncertain: 1 });
  });

  it("back: a limit that was reached has room again once its window is over", async () => {
    const limits = { per_second: null, per_minute: 1, per_hour: null, per_day: null };
    const { mailbox } = await startSender(app, {}, { limits });
    const ask = async () => (await reserveSends(app.platform, mailbox.key, 1, app.clock.now())).granted;
    const asked = [await ask()];
    for (const ms of [-DAY_MS, 59_000, 2_000]) {
      app.clock.advance(ms);
      asked.push(await ask());
    }
    expect(asked).toEqual([1, 0, 0, 1]);
  });
});
