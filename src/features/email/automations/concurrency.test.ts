// @project server-postgres
import { sql } from "drizzle-orm";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { onTag, type Ruler, startRuler, tag, WAIT } from "#test/harness/automations.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { sweepAutomations } from "./sweep.ts";
import type { ActionResult } from "./tables.ts";

let app: TestApp;
let on: Ruler;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  on = await startRuler(app);
});

const NAMES = ["nora", "omar", "pia"];
const STEPS = ["tag", "untag", "sweep", "off", "on", "break", "mend", "later"] as const;
const stepArbitrary = fc.record({ kind: fc.constantFrom(...STEPS), name: fc.constantFrom(...NAMES) });

/** What happened to people by a rule: notes, by fan and text. */
const notesOf = () =>
  rowsOf<{ note: string; count: string }>(
    app.platform.db,
    sql`select c.email || ' ' || (t.data->>'text') as note, count(*) as count from contact_timeline t
      join contacts c on c.user_id = t.user_id and c.id = t.contact_id
      where t.user_id = ${on.owner.id} and t.kind = 'note' group by 1`,
  );

it("whatever happens meanwhile, nobody gets an action twice, and nothing is left out", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 8, maxLength: 25 }), async (steps) => {
      on = await startRuler(app);
      await on.addFans(Object.fromEntries(NAMES.map((name) => [name, {}])));
      const profile = (await on.owner.api("POST", "/profiles", { name: "Page" })).body.id;
      const link = (
        await on.owner.api("POST", `/profiles/${profile}/links`, {
          title: "Shop",
          url: "https://shop.example",
        })
      ).body.id;
      const id = await on.rule({
        triggers: [onTag("vip")],
        is_repeatable: true,
        actions: [
          { id: "a", type: "note", text: "a" },
          { id: "l", type: "link", action: "hide", link_id: link },
          { id: "b", type: "note", text: "b" },
        ],
      });
      const ids = new Map(
        await Promise.all(NAMES.map(async (name) => [name, await on.contactOf(name)] as const)),
      );
      const change = (name: string, tags: string) =>
        app.platform.db.execute(sql`update contacts set tags = ${tags}, updated_at = ${app.clock.now().toISOString()}
          where user_id = ${on.owner.id} and id = ${ids.get(name)}`);
      const act = {
        tag: (name: string) => change(name, "{vip}"),
        untag: (name: string) => change(name, "{}"),
        sweep: () => Promise.all([1, 2].map(() => sweepAutomations(app.platform))),
        off: () => on.call("POST", `/${id}/pause`, {}),
        on: () => on.call("POST", `/${id}/enable`, { retry: true }),
        break: () => on.owner.api("DELETE", `/links/${link}`),
        mend: () => on.owner.api("POST", `/links/${link}/restore`),
        later: async () => app.clock.advance(1000),
      };
      const pending: Promise<unknown>[] = [];
      for (const { kind, name } of steps) {
        const done = act[kind](name);
        if (kind === "sweep") pending.push(done);
        else await done;
      }
      await Promise.all(pending);
      await act.mend();
      await act.off();
      await act.on();
      await on.settle();
      const runs = await rowsOf<{ state: string; email: string; results: ActionResult[] }>(
        app.platform.db,
        sql`select r.state, c.email, r.results from automation_runs r join contacts c on c.user_id = r.user_id
          and c.id = r.contact_id where r.automation_id = ${id}`,
      );
      const expected: Record<string, number> = {};
      for (const { state, email, results } of runs) {
        expect(["done", "skipped"]).toContain(state);
        const done = results.filter(({ outcome }) => outcome === "done").map(({ action_id }) => action_id);
        expect(done).toEqual(state === "done" ? ["a", "l", "b"] : []);
        for (const note of state === "done" ? ["a", "b"] : [])
          expected[`${email} ${note}`] = (expected[`${email} ${note}`] ?? 0) + 1;
      }
      const notes = Object.fromEntries((await notesOf()).map(({ note, count }) => [note, Number(count)]));
      expect(notes).toEqual(expected);
    }),
    { numRuns: 6 },
  );
}, 240_000);

it("a busy account’s inbox doesn’t keep a quiet one waiting", async () => {
  const quiet = await startRuler(app);
  await Promise.all([on, quiet].map((one) => one.addFans({ nora: {} })));
  const busy = await on.rule({ triggers: [onTag("flood")], actions: [tag("seen")], is_repeatable: true });
  const calm = await quiet.rule({ triggers: [onTag("vip")], actions: [tag("seen")] });
  app.clock.advance(1000);
  const at = app.clock.now().toISOString();
  const rows = 8000;
  await app.platform.db.execute(sql`insert into automation_events (user_id, type, contact_id, source, facts, at)
    select ${on.owner.id}, 'tag', ${await on.contactOf("nora")}, 'flood ' || n, '{"action":"added","tag":"flood"}', ${at}
    from generate_series(1, ${rows}) n`);
  await app.platform.db.execute(sql`update contacts set tags = '{vip}', updated_at = ${at}
    where user_id = ${quiet.owner.id} and id = ${await quiet.contactOf("nora")}`);
  const sweep = sweepAutomations(app.platform);
  await vi.waitFor(async () => expect(await quiet.runsOf(calm)).toEqual(["done"]), WAIT);
  const [left] = await rowsOf<{ count: string }>(
    app.platform.db,
    sql`select count(*) as count from automation_events where user_id = ${on.owner.id}`,
  );
  expect(Number(left?.count)).toBeGreaterThan(rows / 2);
  await on.call("POST", `/${busy}/pause`, {});
  await sweep;
}, 240_000);

it("somebody who’s merged into another while a rule waits goes on as the other one", async () => {
  await on.addFans({ nora: {}, omar: {} });
  const id = await on.rule({
    triggers: [onTag("vip")],
    actions: [
      { id: "w", type: "wait", wait: { kind: "for", amount: 1, unit: "days", time: null } },
      tag("late"),
    ],
  });
  await on.tag("nora", "vip");
  const merged = await on.owner.api("POST", "/contacts/merge", {
    keep_id: await on.contactOf("omar"),
    gone_id: await on.contactOf("nora"),
  });
  await vi.waitFor(async () => {
    await on.pass(86_400_000 + 60_000);
    expect([merged.status, await on.runsOf(id), await on.tagsOf("omar")]).toEqual([
      200,
      ["done"],
      ["late", "vip"],
    ]);
  }, WAIT);
});
