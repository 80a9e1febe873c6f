import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { onTag, type Ruler, send, startRuler, tag, WAIT, wait } from "#test/harness/automations.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import type { automationRuns } from "./tables.ts";

const MINUTE_MS = 60_000;
let app: TestApp;
let on: Ruler;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  on = await startRuler(app);
  await on.addFans({ nora: { zone: "Europe/Lisbon" }, omar: { country: "JP" } });
});

const runsIn = (id: string) =>
  rowsOf<typeof automationRuns.$inferSelect>(
    app.platform.db,
    sql`select * from automation_runs where automation_id = ${id} order by created_at, event_at, id`,
  );

it("5.5.3 does its actions in their order, with waits between, and each of them once", async () => {
  const { status, body } = await on.owner.api("PUT", "/contact-settings/fields", {
    fields: [{ key: "size", label: "Size", type: "text", choices: [] }],
  });
  expect([status, body.code]).toEqual([200, undefined]);
  const id = await on.rule({
    triggers: [onTag("vip")],
    actions: [
      send("hello"),
      tag("greeted"),
      { id: "f", type: "field", key: "size", value: "L" },
      { id: "n", type: "note", text: "Was greeted" },
      { id: "t", type: "task", title: "Call" },
      wait("w", 2),
      send("again"),
      tag("vip", "remove"),
    ],
  });
  await on.tag("nora", "vip");
  await on.arrived(["nora hello"]);
  expect(await on.runsOf(id)).toEqual(["waiting"]);
  expect(await on.tagsOf("nora")).toEqual(["greeted", "vip"]);
  const contact = (await on.owner.api("GET", `/contacts/${await on.contactOf("nora")}`)).body;
  expect(contact.fields).toEqual({ size: "L" });
  await on.pass(DAY_MS);
  expect(await on.runsOf(id)).toEqual(["waiting"]);
  await on.pass(DAY_MS + MINUTE_MS);
  await on.arrived(["nora hello", "nora again"]);
  expect(await on.runsOf(id)).toEqual(["done"]);
  expect(await on.tagsOf("nora")).toEqual(["greeted"]);
  const [run] = await runsIn(id);
  expect(run?.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    "sent",
    "done",
    "done",
    "done",
    "done",
    "waited",
    "sent",
    "done",
  ]);
  // Somebody may get it again, once the minute has passed.
  await on.tag("nora", "vip");
  await on.arrived(["nora hello", "nora hello", "nora again"]);
});

it("5.5.2 runs for those who meet its condition, and says which test others don’t meet", async () => {
  const id = await on.rule({
    triggers: [onTag("vip")],
    condition: {
      all: [
        { attribute: "tag", operator: "equals", value: "vip" },
        {
          any: [
            { attribute: "country", operator: "equals", value: "JP" },
            { attribute: "name", operator: "equals", value: "x" },
          ],
        },
      ],
    },
    actions: [tag("seen")],
  });
  for (const name of ["nora", "omar"]) await on.tag(name, "vip");
  expect(await on.runsOf(id)).toEqual(["skipped condition", "done"]);
  expect((await runsIn(id))[0]?.failed_test).toEqual([1, 0]);
  expect([await on.tagsOf("nora"), await on.tagsOf("omar")]).toEqual([["vip"], ["seen", "vip"]]);
});

it("5.5.5 the same rule runs for the same fan once a minute, unless it may", async () => {
  const calm = await on.rule({ triggers: [onTag("vip")], actions: [tag("seen")] });
  const eager = await on.rule({ triggers: [onTag("vip")], actions: [tag("seen")], is_repeatable: true });
  for (let time = 0; time < 3; time++) {
    await on.tag("nora", "vip");
    await on.tag("nora", "vip", "remove");
    app.clock.advance(time === 1 ? MINUTE_MS + 1 : 1000);
  }
  expect(await on.runsOf(calm)).toEqual(["done", "skipped minute", "done"]);
  expect(await on.runsOf(eager)).toEqual(["done", "done", "done"]);
});

it("5.5.5 a rule runs as often in a day as it may", async () => {
  const id = await on.rule({ triggers: [onTag("vip")], actions: [tag("seen")], budget: 1 });
  for (const name of ["nora", "omar"]) await on.tag(name, "vip");
  expect(await on.runsOf(id)).toEqual(["done", "skipped budget"]);
  await on.tag("omar", "vip", "remove");
  app.clock.advance(DAY_MS);
  await on.tag("omar", "vip");
  expect(await on.runsOf(id)).toEqual(["done", "skipped budget", "done"]);
});

it("5.5.5 rules that trigger each other stop after ten times, and tell what the chain was", async () => {
  const there = await on.rule(
    { triggers: [onTag("ball")], actions: [tag("ball", "remove")], is_repeatable: true },
    "There",
  );
  const back = await on.rule(
    { triggers: [onTag("ball", "removed")], actions: [tag("ball")], is_repeatable: true },
    "Back",
  );
  await on.tag("nora", "ball");
  const [a, b] = [await on.runsOf(there), await on.runsOf(back)];
  expect([a.length, b.length, a.filter((state) => state === "done").length]).toEqual([6, 6, 6]);
  const depths = (await runsIn(back)).map(({ depth }) => depth);
  expect(depths).toEqual([1, 3, 5, 7, 9, 11]);
});

it("5.5.5 a rule that triggers itself stops, too", async () => {
  const id = await on.rule({
    triggers: [onTag("a")],
    actions: [tag("a", "remove"), tag("a")],
    is_repeatable: true,
  });
  await on.tag("nora", "a");
  expect((await on.call("GET", `/${id}`)).body).toMatchObject({
    state: "paused",
    state_reason: "Rules triggered each other 10 times in a row.",
  });
  const halted = await rowsOf<{ chain: { name: string }[] }>(
    app.platform.db,
    sql`select payload->'chain' as chain from events where account = ${on.owner.id} and name = 'automation.halted'`,
  );
  expect(halted.map(({ chain }) => chain.length)).toEqual([12]);
});

it("5.5.6 what’s refused ends a run there, and people have it tried again from there on", async () => {
  const profile = (await on.owner.api("POST", "/profiles", { name: "Page" })).body.id;
  const made = await on.owner.api("POST", `/profiles/${profile}/links`, {
    title: "Shop",
    url: "https://shop.example",
  });
  const id = await on.rule({
    triggers: [onTag("vip")],
    actions: [tag("before"), { id: "l", type: "link", action: "hide", link_id: made.body.id }, tag("after")],
  });
  await on.owner.api("DELETE", `/links/${made.body.id}`);
  await on.tag("nora", "vip");
  expect(await on.runsOf(id)).toEqual(["failed"]);
  expect(await on.tagsOf("nora")).toEqual(["before", "vip"]);
  await on.owner.api("POST", `/links/${made.body.id}/restore`);
  const [run] = await runsIn(id);
  const gone = await on.call("POST", `/${id}/runs/${app.platform.newId()}/retry`);
  expect([gone.status, gone.body.code]).toEqual([404, "RUN_NOT_FOUND"]);
  const retry = () => on.call("POST", `/${id}/runs/${run?.id}/retry`);
  expect((await retry()).status).toBe(200);
  await on.settle();
  expect((await retry()).body.code).toBe("RUN_NOT_FAILED");
  expect(await on.runsOf(id)).toEqual(["done"]);
  expect(await on.tagsOf("nora")).toEqual(["after", "before", "vip"]);
  const { items } = (await on.owner.api("GET", `/profiles/${profile}/links`)).body;
  expect(items[0].is_visible).toBe(false);
});

it("5.5.6 turns itself off after 20 failures in a row, and goes on with what had failed", async () => {
  const profile = (await on.owner.api("POST", "/profiles", { name: "Page" })).body.id;
  const id = await on.rule({
    triggers: [onTag("vip")],
    actions: [{ id: "p", type: "promotion", action: "show", profile_id: profile }],
  });
  await on.owner.api("DELETE", `/profiles/${profile}`);
  const names = Array.from({ length: 21 }, (_, at) => `fan${at}`);
  await on.addFans(Object.fromEntries(names.map((name) => [name, {}])));
  for (const name of names.slice(0, 20)) await on.tag(name, "vip");
  expect((await on.call("GET", `/${id}`)).body).toMatchObject({
    state: "paused",
    state_reason: "20 runs failed in a row.",
  });
  await on.tag("fan20", "vip");
  expect(await on.runsOf(id)).toHaveLength(20);
  await on.owner.api("POST", `/profiles/${profile}/restore`);
  expect((await on.call("POST", `/${id}/enable`, { retry: true })).status).toBe(200);
  await on.settle();
  expect(await on.runsOf(id)).toEqual(Array.from({ length: 20 }, () => "done"));
});

it("what happened while a rule was on, and it was turned off before we looked, says so", async () => {
  app.clock.advance(1000);
  const rule = { triggers: [onTag("vip")], actions: [tag("seen")] };
  const [id, other] = [await on.rule(rule), await on.rule(rule)];
  app.clock.advance(1000);
  const at = app.clock.now().toISOString();
  app.clock.advance(1000);
  await on.call("POST", `/${id}/pause`, {});
  await app.platform.db.execute(sql`update contacts set tags = '{vip}', updated_at = ${at}
    where user_id = ${on.owner.id} and id = ${await on.contactOf("nora")}`);
  await on.settle();
  expect(await on.runsOf(other)).toEqual(["done"]);
  expect(await on.runsOf(id)).toEqual(["skipped paused"]);
});

it("a run that waits ends for those who were deleted, and goes on while a pause is over", async () => {
  const id = await on.rule({ triggers: [onTag("vip")], actions: [wait("w", 1), tag("late")] });
  for (const name of ["nora", "omar"]) await on.tag(name, "vip");
  await app.platform.db.execute(sql`delete from contacts where id = ${await on.contactOf("nora")}`);
  await on.call("POST", `/${id}/pause`, {});
  await on.pass(2 * DAY_MS);
  expect(await on.runsOf(id)).toEqual(["waiting", "waiting"]);
  await on.call("POST", `/${id}/enable`, {});
  await on.settle();
  expect((await on.runsOf(id)).sort()).toEqual(["done", "skipped erased"]);
  expect(await on.tagsOf("omar")).toEqual(["late", "vip"]);
});

it("5.5.3 somebody gets an action’s e-mail 20 times at most, and the run says so", async () => {
  const id = await on.rule({ triggers: [onTag("vip")], actions: [send("hello"), tag("done")] });
  await on.tag("nora", "vip");
  await on.arrived(["nora hello"]);
  const nora = await on.contactOf("nora");
  const { db } = app.platform;
  await db.execute(sql`insert into automation_batches select user_id, automation_id, version, action_id, n, gen_random_uuid()
    from automation_batches, generate_series(1, 19) n where automation_id = ${id}`);
  await db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, state, host, due_at)
    select user_id, batch_id, ${nora}::uuid, 'delivered', 'fans.example', now() from automation_batches
    where automation_id = ${id} and visit > 0`);
  await on.tag("nora", "vip", "remove");
  await on.pass(2 * MINUTE_MS);
  await on.tag("nora", "vip");
  const runs = await runsIn(id);
  expect(runs.at(-1)).toMatchObject({ state: "done" });
  expect(runs.at(-1)?.results[0]).toMatchObject({
    outcome: "done",
    reason: "They’ve got this e-mail 20 times.",
  });
  await on.arrived(["nora hello"]);
});

it("5.5.7 a rule whose day is used up rings once that day", async () => {
  const id = await on.rule({ triggers: [onTag("vip")], actions: [tag("seen")], budget: 1 }, "Greeting");
  const rings = async () => {
    const { items } = (await on.owner.api("GET", "/notifications")).body;
    const texts: string[] = items.map(({ text }: { text: string }) => text);
    return texts.filter((text) => text.includes("has run as often as it may today"));
  };
  await on.tag("nora", "vip");
  await on.tag("omar", "vip");
  expect(await on.runsOf(id)).toEqual(["done", "skipped budget"]);
  await vi.waitFor(async () => expect(await rings()).toHaveLength(1), WAIT);
  expect((await rings())[0]).toContain("Greeting");
});
