// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Announced } from "#src/lib/event.ts";
import { type Ctx, systemCtx } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { toBusyFailure } from "#src/platform/db/database-unavailable.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { attachReferral, rewardAfter } from "./attribution.ts";

const PEOPLE = 1000;
/** People who send their code at the same moment, some of them two codes. */
const ATTACHING = 60;

let app: TestApp;
let nora: Client;
let zoe: Client;

beforeAll(async () => {
  // Without workers, because the test does their work several times over.
  app = await startApp({ ROLES: "web" });
  [nora, zoe] = [await app.signUp(), await app.signUp()];
  for (const [who, code] of [[nora, "from-nora"] as const, [zoe, "from-zoe"] as const])
    await who.api("PUT", "/referrals/code", { code });
});
afterAll(() => app?.close());

const idOf = (n: number) => `person-${n}`;

/** People who signed up and made a profile at the same moment. All but the first few have been attached. */
async function signUpMany(): Promise<void> {
  const { db } = app.platform;
  await db.execute(
    sql`insert into users (id, name, email) select 'person-' || n, 'P', n || '@example.com'
        from generate_series(1, ${PEOPLE}::int) n`,
  );
  await db.execute(
    sql`insert into client_profiles (id, user_id, name, username, created_at, updated_at)
        select gen_random_uuid(), 'person-' || n, 'P', 'page' || n, now(), now() from generate_series(1, ${PEOPLE}::int) n`,
  );
  await db.execute(
    sql`insert into referrals (id, referral_code, referrer_user_id, referred_user_id, status, created_at)
        select gen_random_uuid(), 'from-nora', ${nora.id}, 'person-' || n, 'pending', now()
        from generate_series(${ATTACHING + 1}::int, ${PEOPLE}::int) n`,
  );
}

function ctxOf(id: string): Ctx {
  const person = {
    id,
    name: "P",
    email: "",
    email_verified: false,
    deletion_due_at: null,
    role: "user",
  };
  const ctx = systemCtx(app.platform, { job: "test", account: id });
  return { ...ctx, actor: { type: "person", person, role: "owner", sessionId: "" } };
}

/** On a slow machine, so many find no connection in time. Then browsers and jobs try again. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!toBusyFailure(error)) throw error;
    }
  }
}

const reward = (id: string) => again(() => rewardAfter(app.platform, { account: id } as Announced<object>));
const attach = (n: number, referral_code: string) =>
  again(() => attachReferral(ctxOf(idOf(n)), { referral_code, fingerprint: {} }));

it("1,000 people who sign up at once are each rewarded exactly once, however often it's tried", async () => {
  await signUpMany();
  const people = Array.from({ length: PEOPLE }, (_, n) => n + 1);
  const attaching = people
    .slice(0, ATTACHING)
    .flatMap((n) => [
      attach(n, n % 2 === 0 ? "from-nora" : "from-zoe").then(() => reward(idOf(n))),
      ...(n % 5 === 0 ? [attach(n, "from-zoe").then(() => reward(idOf(n)))] : []),
    ]);
  const others = people
    .slice(ATTACHING)
    .flatMap((n) => [reward(idOf(n)), ...(n % 20 === 0 ? [reward(idOf(n))] : [])]);
  await Promise.all([...attaching, ...others]);
  const [sums] = await rowsOf(
    app.platform.db,
    sql`select (select count(*)::int from referrals where status = 'completed') as completed,
        (select count(*)::int from referral_rewards) as rewards,
        (select count(distinct user_id)::int from referral_rewards where side = 'referred') as people,
        (select sum(reward_amount)::int from referral_rewards where side = 'referrer') as earned,
        (select count(*)::int from events where name = 'referral.rewarded') as told`,
  );
  expect(sums).toEqual({
    completed: PEOPLE,
    rewards: 2 * PEOPLE,
    people: PEOPLE,
    earned: 10 * PEOPLE,
    told: 2 * PEOPLE,
  });
  const stats = async (who: Client) => (await who.api("GET", "/referrals")).body.stats;
  const [ofNora, ofZoe] = [await stats(nora), await stats(zoe)];
  expect(ofNora.completed + ofZoe.completed).toBe(PEOPLE);
  expect(ofNora.slots_earned + ofZoe.slots_earned).toBe(10 * PEOPLE);
}, 120_000);

it("a reward that's interrupted is given as a whole the next time", async () => {
  const { db, platform } = { db: app.platform.db, platform: app.platform };
  const mia = await app.signUp();
  await mia.api("POST", "/profiles", { name: "Mia" });
  await mia.api("POST", "/referrals/attach", { referral_code: "from-nora" });
  const rewards = () =>
    rowsOf(
      db,
      sql`select side from referral_rewards r
    where referral_id = (select id from referrals where referred_user_id = ${mia.id}) order by side`,
    );
  const killed = platform.write(async (ctx) => {
    await rewardAfter(ctx, { account: mia.id } as Announced<object>);
    throw new Error("killed");
  });
  await expect(killed).rejects.toThrow("killed");
  expect(await rewards()).toEqual([]);
  await reward(mia.id);
  await reward(mia.id);
  expect(await rewards()).toEqual([{ side: "referred" }, { side: "referrer" }]);
});

it("both sides are told, if whoever was referred asks for the reward before a job does", async () => {
  const mia = await app.signUp();
  const { referral } = (await mia.api("POST", "/referrals/attach", { referral_code: "from-nora" })).body;
  await mia.api("POST", "/profiles", { name: "Mia" });
  const granted = await mia.api("POST", "/rpc/grant_referral_rewards", { referral_uuid: referral.id });
  expect(granted.body.status).toBe("completed");
  const rewarded = (await eventsOf(app, referral.id)).filter(({ name }) => name === "referral.rewarded");
  expect(rewarded.map(({ account }) => account).sort()).toEqual([mia.id, nora.id].sort());
});
