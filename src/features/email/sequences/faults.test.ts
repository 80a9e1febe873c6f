// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { upsertTags } from "#src/features/audience/contacts/fields/settings-store.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { type Sequencer, send, startSequencer, WAIT, wait } from "#test/harness/sequences.ts";

const HOUR_MS = 3_600_000;

let app: TestApp;
let on: Sequencer;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  app.clock.set("2027-01-12T12:00:00Z");
  on = await startSequencer(app);
  await on.addFans({ nora: { zone: "Europe/Berlin" }, omar: { zone: "Asia/Kolkata" } });
});

const reaches = (id: string, name: string, place: string) =>
  vi.waitFor(async () => expect(await on.placeOf(id, name)).toBe(place), WAIT);
const change = async (name: string, what: object) => {
  const { status, body } = await on.owner.api("PATCH", `/contacts/${await on.contactOf(name)}`, what);
  expect([status, body.code]).toEqual([200, undefined]);
};
const dueOf = async (id: string, name: string) => {
  const contact = await on.contactOf(name);
  const rows = await rowsOf<{ due_at: Date | string }>(
    app.platform.db,
    sql`select due_at from enrollments where sequence_id = ${id} and contact_id = ${contact} and ended_at is null`,
  );
  return new Date(rows[0]?.due_at ?? 0).toISOString();
};
const morning = (id: string) => ({
  id,
  type: "wait",
  wait: { kind: "for", amount: 1, unit: "days", time: "09:00" },
});

it("5.4.2 a zone that changes while somebody waits counts from the next step on", async () => {
  const id = await on.publish({ steps: [morning("a"), morning("b"), send("late")] });
  await on.enroll(id, "nora");
  await reaches(id, "nora", "waiting a");
  expect(await dueOf(id, "nora")).toBe("2027-01-14T08:00:00.000Z");
  const contact = await on.contactOf("nora");
  await app.platform.db.execute(
    sql`update contacts set time_zone = 'America/New_York' where user_id = ${on.owner.id} and id = ${contact}`,
  );
  expect(await dueOf(id, "nora")).toBe("2027-01-14T08:00:00.000Z");
  await on.pass(Date.parse("2027-01-14T08:00:30Z") - app.clock.now().getTime());
  await reaches(id, "nora", "waiting b");
  expect(await dueOf(id, "nora")).toBe("2027-01-15T14:00:00.000Z");
});

it("5.4.2 nine o’clock is at half past where clocks are half an hour off", async () => {
  const id = await on.publish({ steps: [morning("a"), send("late")] });
  await on.enroll(id, "omar");
  await reaches(id, "omar", "waiting a");
  expect(await dueOf(id, "omar")).toBe("2027-01-14T03:30:00.000Z");
});

it.each([
  // 2:30 doesn’t exist on the 28th of March, and is there twice on the 31st of October.
  ["2027-03-27T11:00:00Z", "2027-03-28T01:30:00.000Z"],
  ["2027-10-30T11:00:00Z", "2027-10-31T00:30:00.000Z"],
])("5.4.2 from %s on, clocks change, and nobody gets a step twice or not at all", async (start, due) => {
  app.clock.set(start);
  const own = await startSequencer(app);
  await own.addFans({ pia: { zone: "Europe/Berlin" } });
  const night = { kind: "for", amount: 1, unit: "hours", time: "02:30" };
  const id = await own.publish({ steps: [{ id: "w", type: "wait", wait: night }, send("late")] });
  await own.enroll(id, "pia");
  await vi.waitFor(async () => expect(await own.placeOf(id, "pia")).toBe("waiting w"), WAIT);
  const [waiting] = (await own.call("GET", `/${id}/enrollments`)).body.items;
  expect(new Date(waiting.due_at).toISOString()).toBe(due);
  for (let hour = 0; hour < 20; hour++) await own.pass(HOUR_MS);
  await own.arrived(["pia late"]);
});

it("emoji and right-to-left tags let people in, are given and taken, and are the same however they’re typed", async () => {
  const [fire, arabic, hebrew] = ["🔥 VIP 👩‍👩‍👧", "مرحبا بالعالم", "שלום"];
  const id = await on
    .publish({
      triggers: [fire, arabic].map((tag) => ({ type: "tag", tag })),
      steps: [
        { id: "t", type: "tag", action: "add", tag: hebrew },
        { id: "u", type: "tag", action: "remove", tag: fire },
        {
          id: "b",
          type: "branch",
          condition: { attribute: "tag", operator: "equals", value: arabic },
          yes: [send("yes")],
          no: [send("no")],
        },
      ],
    })
    .catch((error: Error) => error.message);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  await change("nora", { tags: [fire] });
  await change("omar", { tags: [arabic] });
  for (const name of ["nora", "omar"]) await reaches(id, name, "completed");
  await on.arrived(["nora no", "omar yes"]);
  const { items } = (await on.owner.api("GET", `/contacts?tag=${encodeURIComponent(hebrew)}`)).body;
  expect(items.map(({ tags }: { tags: string[] }) => tags.toSorted()).sort()).toEqual(
    [[hebrew], [arabic, hebrew].toSorted()].sort(),
  );
});

it("200 conditions inside each other are refused at once, wherever a sequence has conditions", async () => {
  let condition: object = { attribute: "tag", operator: "equals", value: "x" };
  for (let depth = 0; depth < 200; depth++) condition = { all: [condition] };
  const steps = [{ id: "b", type: "branch", condition, yes: [], no: [] }];
  for (const draft of [{ goal: condition }, { exits: { condition } }, { steps }]) {
    const began = performance.now();
    const { status, body } = await on.call("POST", "", { name: "Deep", draft });
    expect([status, body.code]).toEqual([400, "BAD_REQUEST"]);
    expect(performance.now() - began).toBeLessThan(5_000);
  }
});

it("whoever is inside and erased, or merged, is inside once or not at all, and gets nothing more", async () => {
  const id = await on.publish({ steps: [wait("w", 1), send("late")] });
  for (const name of ["nora", "omar"]) await on.enroll(id, name);
  for (const name of ["nora", "omar"]) await reaches(id, name, "waiting w");
  const merge = { keep_id: await on.contactOf("nora"), gone_id: await on.contactOf("omar") };
  expect((await on.owner.api("POST", "/contacts/merge", merge)).status).toBe(200);
  const inside = sql`select 1 from enrollments where sequence_id = ${id} and ended_at is null`;
  await vi.waitFor(async () => expect(await rowsOf(app.platform.db, inside)).toHaveLength(1), WAIT);
  const again = await on.publish({ steps: [wait("w", 1), send("later")] });
  await on.enroll(again, "nora");
  await reaches(again, "nora", "waiting w");
  expect((await on.owner.api("DELETE", `/contacts/${merge.keep_id}`)).status).toBe(200);
  const left = sql`select 1 from enrollments where contact_id in (${merge.keep_id}, ${merge.gone_id})`;
  await vi.waitFor(async () => expect(await rowsOf(app.platform.db, left)).toHaveLength(0), WAIT);
  await on.pass(25 * HOUR_MS);
  // The server got nothing, as nobody is inside anymore.
  expect(on.received()).toEqual([]);
});

it("5.10.6 whoever unsubscribes between their step and the hand-over gets nothing", async () => {
  const id = await on.publish({ steps: [send("hello"), wait("w", 1), send("late")] });
  const hold = (state: string) =>
    app.platform.db.execute(sql`update mailboxes set state = ${state} where user_id = ${on.owner.id}`);
  await hold("auth_failed");
  await on.enroll(id, "nora");
  await reaches(id, "nora", "waiting w");
  // Their row is in the ledger, and a worker may have claimed it.
  const { status } = await on.owner.api("POST", "/suppressions", {
    email: "nora@fans.example",
    reason: "unsubscribe",
  });
  expect(status).toBe(200);
  await hold("active");
  await on.pass(60_000);
  await on.enroll(id, "omar");
  await on.arrived(["omar hello"]);
  await vi.waitFor(async () => {
    const rows = await rowsOf<{ state: string }>(
      app.platform.db,
      sql`select state from deliveries where user_id = ${on.owner.id} and contact_id = ${await on.contactOf("nora")}`,
    );
    expect(rows).toEqual([{ state: "skipped" }]);
  }, WAIT);
  expect(await on.placeOf(id, "nora")).toBe("exited unsubscribed");
});

it("two people who edit one sequence don’t overwrite each other, whoever is first", async () => {
  const { body } = await on.call("POST", "", { name: "Shared" });
  const edit = (text: string) =>
    on.call("PATCH", `/${body.id}`, {
      draft: { steps: [{ id: "n", type: "notify", text }] },
      updated_at: body.updated_at,
    });
  const answers = await Promise.all(["A", "B", "C"].map(edit));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const won = answers.find(({ status }) => status === 200)?.body.draft.steps[0].text;
  for (const { status, body: told } of answers)
    if (status === 409)
      expect([told.code, told.data.draft.steps[0].text]).toEqual(["CHANGED_MEANWHILE", won]);
});

it("steps that add a tag that the account knows don't wait for each other", async () => {
  const add = (ctx: Pick<typeof app.platform, "db">) => upsertTags(ctx.db, on.owner.id, ["vip"]);
  await app.platform.write(add);
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = app.platform.write(async (ctx) => {
    await add(ctx);
    begun.resolve();
    await over.promise;
  });
  await begun.promise;
  await app.platform.write(async (ctx) => {
    await ctx.db.execute(sql`set local lock_timeout = '2s'`);
    await add(ctx);
  });
  over.resolve();
  await slow;
});
