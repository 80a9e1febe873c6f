// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays } from "#src/lib/time.ts";
import type { TestApp } from "#test/harness/app.ts";
import { onTag, type Ruler, startRuler, tag, WAIT } from "#test/harness/automations.ts";
import { addBatch } from "#test/harness/campaigns.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";

const GONE = "00000000-0000-4000-8000-000000000000";
const ACTIONS = [tag("seen")];
let app: TestApp;
let on: Ruler;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  on = await startRuler(app);
  await on.addFans({ nora: { zone: "Europe/Berlin" }, omar: {} });
});

const ago = (days: number) => addDays(app.clock.now(), -days);
const run = (query: ReturnType<typeof sql>) => app.platform.db.execute(query);

async function replayOf(draft: object) {
  const { body } = await on.call("POST", "", { name: "Rule", draft: { actions: ACTIONS, ...draft } });
  const answer = await on.call("POST", `/${body.id}/replay`, {});
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return answer.body;
}

const whoIn = (replay: { items: { contact: { email: string } | null }[] }) =>
  replay.items.map(({ contact }) => contact?.email.split("@")[0]);

/** An e-mail that Nora got and did something with. */
async function mailed(days: number, columns: Record<string, string> = {}) {
  const id = app.platform.newId();
  await addBatch(app, {
    user_id: on.owner.id,
    id,
    snapshot: { subject: "News", links: ["https://shop.example/"] },
    started_at: ago(days),
  });
  const times = { handed_over_at: ago(days), tried_at: ago(days), ...columns };
  const names = sql.raw(Object.keys(times).join(", "));
  const values = sql.join(
    Object.values(times).map((time) => sql`${time}::timestamptz`),
    sql`, `,
  );
  await run(sql`insert into deliveries (user_id, batch_id, contact_id, state, host, due_at, ${names})
    values (${on.owner.id}, ${id}, ${await on.contactOf("nora")}, 'delivered', 'fans.example', ${ago(days)}, ${values})`);
  return id;
}

describe("5.5.6 how often a rule would have run", () => {
  it("counts tags that were given, one by one and to many, and only those", async () => {
    const id = await on.contactOf("nora");
    await on.owner.api("PATCH", `/contacts/${id}`, { tags: ["vip"] });
    await on.owner.api("PATCH", `/contacts/${id}`, { tags: ["vip", "other"] });
    app.clock.advance(2 * 60_000);
    await on.tag("omar", "vip");
    await on.tag("omar", "vip");
    const added = await replayOf({ triggers: [onTag("vip")] });
    expect([added.happened, added.count, whoIn(added), added.is_cut]).toEqual([
      2,
      2,
      ["omar", "nora"],
      false,
    ]);
    expect(added.items[0]).toMatchObject({ type: "tag", facts: { tag: "vip" } });
    expect((await replayOf({ triggers: [onTag("vip", "removed")] })).count).toBe(0);
    const condition = { attribute: "tag", operator: "equals", value: "other" };
    const some = await replayOf({ triggers: [onTag("vip")], condition });
    expect([some.happened, some.count, whoIn(some)]).toEqual([2, 1, ["nora"]]);
  });

  it("counts fields and stages that changed to something", async () => {
    await on.owner.api("PUT", "/contact-settings/fields", {
      fields: [{ key: "city", label: "City", type: "text", choices: [] }],
    });
    const stage = { id: app.platform.newId(), name: "Talking", color: "blue" };
    await on.owner.api("PUT", "/pipeline", { stages: [stage], currency: "EUR" });
    const id = await on.contactOf("nora");
    await on.owner.api("PATCH", `/contacts/${id}`, { fields: { city: "Rome" } });
    await on.owner.api("PUT", `/contacts/${id}/pipeline`, { stage_id: stage.id });
    const field = await replayOf({
      triggers: [{ type: "field", key: "city" }],
      event_tests: [{ fact: "value", operator: "equals", value: "rome" }],
    });
    expect([field.count, field.items[0]?.facts]).toEqual([1, { key: "city", value: "Rome" }]);
    expect((await replayOf({ triggers: [{ type: "field", key: "other" }] })).count).toBe(0);
    const entered = await replayOf({ triggers: [{ type: "stage", action: "entered", stage_id: stage.id }] });
    expect(whoIn(entered)).toEqual(["nora"]);
    expect(
      (await replayOf({ triggers: [{ type: "stage", action: "left", stage_id: stage.id }] })).count,
    ).toBe(0);
  });

  it("counts what people did with e-mail in the last 30 days, and leaves machines out", async () => {
    const batch = await mailed(3, { opened_at: ago(2), complained_at: ago(1) });
    await mailed(40, { opened_at: ago(40) });
    const nora = await on.contactOf("nora");
    const click = (is_machine: boolean) =>
      run(sql`insert into delivery_clicks (user_id, id, batch_id, contact_id, link, is_scanner, is_machine, created_at)
        values (${on.owner.id}, ${app.platform.newId()}, ${batch}, ${nora}, 0, ${is_machine}, ${is_machine}, ${ago(2)})`);
    await click(true);
    await click(false);
    await run(sql`insert into delivery_returns (user_id, id, batch_id, contact_id, kind, at)
      values (${on.owner.id}, ${app.platform.newId()}, ${batch}, ${nora}, 'bounced_soft', ${ago(2)})`);
    const counts: Record<string, number> = {};
    for (const type of ["mail_sent", "mail_opened", "mail_clicked", "bounced", "complained"])
      counts[type] = (await replayOf({ triggers: [{ type }] })).count;
    expect(counts).toEqual({ mail_sent: 1, mail_opened: 1, mail_clicked: 1, bounced: 1, complained: 1 });
    const other = await replayOf({ triggers: [{ type: "mail_opened", campaign_ids: [GONE] }] });
    expect(other.happened).toBe(0);
    const own = await replayOf({ triggers: [{ type: "mail_clicked", campaign_ids: [batch] }] });
    expect(own.items[0].facts).toMatchObject({
      campaign_id: batch,
      subject: "News",
      url: "https://shop.example/",
    });
  });

  it("counts sign-ups and what was opened in their visit, orders by their amount, and new contacts", async () => {
    const page = (await on.owner.api("POST", "/profiles", { name: "Zoe" })).body;
    const link = (
      await on.owner.api("POST", `/profiles/${page.id}/links`, { title: "S", url: "https://s.example" })
    ).body;
    await on.owner.api("PATCH", `/profiles/${page.id}`, {
      lead_capture_enabled: true,
      collect_without_download: true,
    });
    const form = { p_profile_id: page.id, p_name: "Fan", p_email: "fan@fans.example" };
    expect((await app.visitor().api("POST", "/rpc/insert_fan_lead", form)).status).toBeLessThan(300);
    await run(sql`update fan_leads set session_id = 's' where user_id = ${on.owner.id}`);
    const at = app.clock.now().toISOString();
    for (const is_bot of [false, true]) {
      const facts = sql`${app.platform.newId()}, ${page.id}, ${on.owner.id}, 's', 'DE', '', '', 'mobile', '', '', 't.example', '', ${is_bot}`;
      const names = sql.raw(
        "id, profile_id, user_id, session_id, country, region, city, device_type, browser, os, referrer_host, app, is_bot",
      );
      await run(sql`insert into page_views (${names}, viewed_at, visitor) values (${facts}, ${at}, '')`);
      await run(
        sql`insert into link_analytics (${names}, link_id, clicked_at) values (${facts}, ${link.id}, ${at})`,
      );
    }
    await on.owner.api("POST", "/orders", {
      id: "A-1",
      email: "fan@fans.example",
      amount: 4900,
      currency: "EUR",
    });
    expect(whoIn(await replayOf({ triggers: [{ type: "lead", profile_ids: [page.id] }] }))).toEqual(["fan"]);
    expect((await replayOf({ triggers: [{ type: "lead", profile_ids: [GONE] }] })).count).toBe(0);
    const opened = await replayOf({ triggers: [{ type: "page_opened" }] });
    expect([opened.count, opened.items[0].facts]).toEqual([
      1,
      { profile_id: page.id, country: "DE", device: "mobile", app: "", referrer_host: "t.example" },
    ]);
    const clicked = await replayOf({ triggers: [{ type: "link_clicked", link_ids: [link.id] }] });
    expect([clicked.count, clicked.items[0].facts.link_id]).toEqual([1, link.id]);
    const above = (value: number) =>
      replayOf({
        triggers: [{ type: "order" }],
        event_tests: [{ fact: "amount", operator: "at_least", value }],
      });
    expect((await above(49)).count).toBe(1);
    expect([(await above(50)).count, (await above(50)).happened]).toEqual([0, 1]);
    expect((await replayOf({ triggers: [{ type: "contact_added" }] })).count).toBe(1);
    expect(
      (await replayOf({ triggers: [{ type: "unsubscribed" }, { type: "replied" }, { type: "confirmed" }] }))
        .count,
    ).toBe(0);
  });

  it("leaves out what an import and a merge change, as rules that are on do", async () => {
    const { owner } = on;
    const file = new FormData();
    file.set("file", new File(["email\r\nnora@fans.example\r\nlate@fans.example"], "fans.csv"));
    const { id } = (await owner.api("POST", "/contacts/imports", file)).body;
    const reaches = (state: string) =>
      vi.waitFor(
        async () => expect((await owner.api("GET", `/contacts/imports/${id}`)).body.state).toBe(state),
        WAIT,
      );
    await owner.api("PUT", `/contacts/imports/${id}/mapping`, {
      targets: ["email"],
      tags: ["vip"],
      consent: true,
      consent_text: "They agreed.",
    });
    await reaches("ready");
    await owner.api("POST", `/contacts/imports/${id}/start`);
    await reaches("done");
    expect(await on.tagsOf("late")).toEqual(["vip"]);
    const omar = await on.contactOf("omar");
    await owner.api("PATCH", `/contacts/${omar}`, { tags: ["big"] });
    await owner.api("POST", "/contacts/merge", { keep_id: await on.contactOf("nora"), gone_id: omar });
    expect(await on.tagsOf("nora")).toContain("big");
    for (const trigger of [onTag("vip"), onTag("big"), { type: "contact_added" }])
      expect([trigger, (await replayOf({ triggers: [trigger] })).count]).toEqual([trigger, 0]);
  });

  it("counts dates where people live, and whoever became inactive", async () => {
    await on.owner.api("PUT", "/contact-settings/fields", {
      fields: [{ key: "birthday", label: "Birthday", type: "date", choices: [] }],
    });
    const id = await on.contactOf("nora");
    const birthday = `1990-${ago(10).slice(5, 10)}`;
    expect((await on.owner.api("PATCH", `/contacts/${id}`, { fields: { birthday } })).status).toBe(200);
    const date = { type: "date", field: "birthday", time: "09:00" };
    const yearly = await replayOf({ triggers: [date] });
    expect([yearly.count, whoIn(yearly)]).toEqual([1, ["nora"]]);
    expect(yearly.items[0].at.slice(0, 10)).toBe(ago(10).slice(0, 10));
    expect((await replayOf({ triggers: [{ ...date, is_yearly: false }] })).count).toBe(0);
    expect((await replayOf({ triggers: [{ ...date, days: -40 }] })).count).toBe(0);
    await run(sql`update contacts set created_at = ${ago(20)} where user_id = ${on.owner.id}`);
    await mailed(3, { opened_at: ago(2) });
    const quiet = await replayOf({ triggers: [{ type: "inactive", days: 15 }] });
    expect(whoIn(quiet)).toEqual(["omar"]);
    expect(Math.abs(Date.parse(quiet.items[0].at) - Date.parse(ago(5)))).toBeLessThan(10_000);
  });

  it("counts a clock’s times for each who fits, or once, and keeps within a day’s budget", async () => {
    const daily = { type: "schedule", every: "day", time: "09:00", is_for_each: true };
    const each = await replayOf({ triggers: [daily] });
    expect(each.happened).toBe(60);
    expect((await replayOf({ triggers: [daily], budget: 1 })).count).toBe(30);
    const once = await replayOf({ triggers: [{ ...daily, is_for_each: false }] });
    expect([once.count, once.items[0].contact]).toEqual([30, null]);
    expect((await on.call("POST", `/${GONE}/replay`, {})).body.code).toBe("AUTOMATION_NOT_FOUND");
  });
});

it("5.5.7 counts the same fan once a minute, unless a rule may run more often", async () => {
  const id = await on.contactOf("nora");
  for (const tags of [["vip"], [], ["vip"]]) await on.owner.api("PATCH", `/contacts/${id}`, { tags });
  expect((await replayOf({ triggers: [onTag("vip")] })).count).toBe(1);
  expect((await replayOf({ triggers: [onTag("vip")], is_repeatable: true })).count).toBe(2);
});
