// @project server-postgres
import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { contactConfirmed, contactUnsubscribed } from "#src/features/audience/consent/events.ts";
import { contactReplied } from "#src/features/email/inbound/events.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { onTag, type Ruler, startRuler, tag, WAIT } from "#test/harness/automations.ts";
import { addBatch } from "#test/harness/campaigns.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { startByDate, startByInactivity, startBySchedule } from "./clock.ts";
import type { Trigger } from "./definition-rules.ts";

let app: TestApp;
let on: Ruler;
let profile: string;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  on = await startRuler(app);
  await on.addFans({ nora: {}, omar: {} });
  profile = (await on.owner.api("POST", "/profiles", { name: "Mia" })).body.id;
});

const run = (query: SQL) => app.platform.db.execute(query);
const now = () => app.clock.now().toISOString();
const TEST = [tag("seen")];
/** A rule with these triggers. Everything that happens from now on is after it was turned on. */
const rule = async (triggers: object[], more: object = {}) => {
  const id = await on.rule({ triggers, actions: TEST, is_repeatable: true, ...more });
  app.clock.advance(1000);
  return id;
};
/** What started a rule, and what's known about it. */
async function startsOf(id: string): Promise<[string, Record<string, unknown>][]> {
  await on.settle();
  const rows = await rowsOf<{ type: string; facts: Record<string, unknown> }>(
    app.platform.db,
    sql`select type, facts from automation_runs where automation_id = ${id} and state = 'done' order by created_at, id`,
  );
  return rows.map(({ type, facts }) => [type, facts]);
}

it("5.5.1 a sign-up starts it, with what they did before and after in the same visit", async () => {
  const link = (
    await on.owner.api("POST", `/profiles/${profile}/links`, { title: "Shop", url: "https://shop.example" })
  ).body.id;
  const signed = await rule([{ type: "lead", profile_ids: [profile] }]);
  const elsewhere = await rule([{ type: "lead", profile_ids: [randomUUID()] }]).catch(() => undefined);
  expect(elsewhere).toBeUndefined();
  const opened = await rule([{ type: "page_opened" }], {
    event_tests: [{ fact: "utm_source", operator: "equals", value: "Poster" }],
  });
  const clicked = await rule([{ type: "link_clicked", link_ids: [link] }]);
  const session = randomUUID();
  const view = (utm: number | null) =>
    run(sql`insert into page_views (id, profile_id, user_id, session_id, viewed_at, visitor, country, region, city, device_type, browser, os, referrer_host, app, is_bot, utm_id)
      values (${randomUUID()}, ${profile}, ${on.owner.id}, ${session}, ${now()}, 'v', 'DE', '', '', 'mobile', '', '', 'x.example', 'instagram', false, ${utm})`);
  const click = () =>
    run(sql`insert into link_analytics (id, link_id, profile_id, user_id, session_id, clicked_at, region, city, device_type, browser, os, referrer_host, app, is_bot)
      values (${randomUUID()}, ${link}, ${profile}, ${on.owner.id}, ${session}, ${now()}, '', '', 'desktop', '', '', '', '', false)`);
  await run(sql`insert into visit_texts (profile_id, id, text) values (${profile}, 7, 'poster|x|||')`);
  await view(7);
  await click();
  expect((await startsOf(clicked)).length).toBe(0);
  const contact = await on.contactOf("nora");
  const lead = randomUUID();
  await run(sql`insert into fan_leads (id, profile_id, user_id, name, email, lead_source, country, consent_text, consent_version, consented_at, created_at, contact_id, session_id)
    values (${lead}, ${profile}, ${on.owner.id}, '', 'nora@fans.example', 'form', 'DE', '', '', ${now()}, ${now()}, ${contact}, ${session})`);
  const { leadCaptured } = await import("#src/features/audience/leads/events.ts");
  await app.platform.write((ctx) =>
    ctx.announce(leadCaptured, { account: on.owner.id, subject: lead, payload: { profile_id: profile } }),
  );
  await view(7);
  await view(null);
  await click();
  expect(await startsOf(signed)).toEqual([
    ["lead", { profile_id: profile, country: "DE", referrer_host: "" }],
  ]);
  expect(await startsOf(opened)).toEqual(
    [1, 2].map(() => [
      "page_opened",
      {
        profile_id: profile,
        country: "DE",
        device: "mobile",
        app: "instagram",
        referrer_host: "x.example",
        utm_source: "poster",
      },
    ]),
  );
  expect((await startsOf(clicked)).map(([, { link_id }]) => link_id)).toEqual([link, link]);
});

it("5.5.1 what’s known of a contact, and what changes about it, starts it once", async () => {
  const fields = [{ key: "size", label: "Size", type: "text", choices: [] }];
  await on.owner.api("PUT", "/contact-settings/fields", { fields });
  const { stages } = (await on.owner.api("GET", "/contact-settings")).body;
  const ids: Record<string, string> = {};
  const triggers: Record<string, object> = {
    added: { type: "contact_added" },
    tagged: onTag("vip"),
    untagged: onTag("vip", "removed"),
    field: { type: "field", key: "size" },
    staged: { type: "stage", action: "entered", stage_id: stages[0]?.id ?? randomUUID() },
  };
  for (const [name, trigger] of Object.entries(triggers))
    if (name !== "staged" || stages.length > 0) ids[name] = await rule([trigger]);
  const made = await on.owner.api("POST", "/contacts", {
    email: "pia@fans.example",
    tags: ["vip"],
    fields: { size: "M" },
  });
  expect(made.status).toBe(200);
  const change = (form: object) => on.owner.api("PATCH", `/contacts/${made.body.id}`, form);
  await on.settle();
  await change({ fields: { size: "L" } });
  await on.settle();
  await change({ tags: [] });
  const counts = Object.fromEntries(
    await Promise.all(Object.entries(ids).map(async ([name, id]) => [name, await startsOf(id)] as const)),
  );
  expect(counts.added).toEqual([["contact_added", {}]]);
  expect(counts.tagged).toEqual([["tag", { action: "added", tag: "vip" }]]);
  expect(counts.untagged).toEqual([["tag", { action: "removed", tag: "vip" }]]);
  expect(counts.field).toEqual([
    ["field", { key: "size", value: "M", before: "" }],
    ["field", { key: "size", value: "L", before: "M" }],
  ]);
});

it("5.5.1 what becomes of e-mail starts it, and machines don’t", async () => {
  const link = (
    await on.owner.api("POST", `/profiles/${profile}/links`, { title: "Shop", url: "https://shop.example" })
  ).body.id;
  const batch = randomUUID();
  await addBatch(app, {
    user_id: on.owner.id,
    id: batch,
    snapshot: { subject: "Hi", links: [`${app.url}/go/${link}`] },
  });
  const ids: string[] = [];
  const types = [
    "mail_sent",
    "mail_opened",
    "mail_clicked",
    "link_clicked",
    "bounced",
    "complained",
    "replied",
  ];
  for (const type of [...types, "unsubscribed", "confirmed"]) ids.push(await rule([{ type }]));
  const contact = await on.contactOf("nora");
  await run(sql`insert into deliveries (user_id, batch_id, contact_id, due_at, host)
    values (${on.owner.id}, ${batch}, ${contact}, ${now()}, '')`);
  for (const column of ["handed_over_at", "machine_opened_at", "opened_at", "bounced_at", "complained_at"])
    await run(
      sql`update deliveries set ${sql.raw(column)} = ${now()} where user_id = ${on.owner.id} and batch_id = ${batch}`,
    );
  for (const isMachine of [true, false])
    await run(sql`insert into delivery_clicks (user_id, id, batch_id, contact_id, link, is_scanner, is_machine, country, created_at)
      values (${on.owner.id}, ${randomUUID()}, ${batch}, ${contact}, 0, false, ${isMachine}, 'DE', ${now()})`);
  const account = on.owner.id;
  await app.platform.write(async (ctx) => {
    await ctx.announce(contactReplied, { account, subject: contact, payload: { campaign: batch } });
    const left = { scope: null, campaign: batch };
    await ctx.announce(contactUnsubscribed, { account, subject: contact, payload: left });
    await ctx.announce(contactConfirmed, { account, subject: contact, payload: {} });
  });
  const found = [];
  for (const id of ids) found.push(...(await startsOf(id)));
  const mail = { campaign_id: batch, subject: "Hi" };
  const click = { country: "DE", device: "unknown" };
  expect(found).toEqual([
    ["mail_sent", mail],
    ["mail_opened", mail],
    ["mail_clicked", { ...mail, ...click, url: `${app.url}/go/${link}` }],
    [
      "link_clicked",
      { link_id: link, profile_id: profile, ...click, app: "", referrer_host: "", utm_source: "" },
    ],
    ["bounced", mail],
    ["complained", mail],
    ["replied", mail],
    ["unsubscribed", { topic: "" }],
    ["confirmed", {}],
  ]);
});

it("5.5.1 an order starts it by its amount, once, and so does an incoming webhook by its body", async () => {
  const order = await rule([{ type: "order" }], {
    event_tests: [{ fact: "amount", operator: "at_least", value: 49.5 }],
  });
  const hook = (await on.owner.api("POST", "/incoming-webhooks", { name: "Shop" })).body.id;
  const called = await rule([{ type: "webhook", webhook_id: hook }], {
    event_tests: [{ fact: "body.plan.name", operator: "equals", value: "pro" }],
  });
  const report = (id: string, amount: number) =>
    on.owner.api("POST", "/orders", { id, email: "nora@fans.example", amount, currency: "EUR" });
  for (const [id, amount] of [
    ["a", 4949],
    ["b", 4950],
    ["b", 6000],
  ] as const)
    expect((await report(id, amount)).status).toBeLessThan(300);
  expect(await startsOf(order)).toEqual([["order", { amount: 49.5, currency: "EUR", order_id: "b" }]]);
  for (const plan of ["free", "pro"])
    await run(sql`insert into events (id, account, name, actor, subject, time, payload) values (${randomUUID()}, ${on.owner.id},
      'incoming_webhook.received', '{"type":"visitor"}', ${hook}, ${now()},
      ${JSON.stringify({ contact_id: await on.contactOf("omar"), body: { "plan.name": plan } })}::jsonb)`);
  expect(await startsOf(called)).toEqual([["webhook", { webhook_id: hook, "body.plan.name": "pro" }]]);
  await run(sql`insert into events (id, account, name, actor, subject, time, payload) values (${randomUUID()}, ${on.owner.id},
    'incoming_webhook.received', '{"type":"visitor"}', ${hook}, ${now()},
    ${JSON.stringify({ contact_id: null, body: { "plan.name": "pro" } })}::jsonb)`);
  await on.settle();
  const skipped = (await on.runsOf(called)).filter((one) => one !== "done");
  expect(skipped.sort()).toEqual(["skipped event", "skipped nobody"]);
});

it("5.5.1 coming into a segment and leaving it starts it, and rules that go round through one stop", async () => {
  const made = await on.owner.api("POST", "/segments", { name: "VIPs", text: 'tag "vip"' });
  const segment_id = made.body.id;
  const entered = await rule([{ type: "segment", action: "entered", segment_id }], {
    actions: [tag("vip", "remove")],
  });
  const left = await rule([{ type: "segment", action: "left", segment_id }], { actions: [tag("vip")] });
  const { sweepSegments } = await import("#src/features/audience/segments/sweep.ts");
  await sweepSegments(app.platform);
  await on.tag("nora", "vip");
  await vi.waitFor(async () => {
    await sweepSegments(app.platform);
    await on.settle();
    const states = await Promise.all(
      [entered, left].map(async (id) => (await on.call("GET", `/${id}`)).body.state),
    );
    expect(states).toContain("paused");
  }, WAIT);
  const depths = await rowsOf<{ depth: number }>(
    app.platform.db,
    sql`select depth from automation_runs where user_id = ${on.owner.id} order by depth`,
  );
  expect(depths.map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

it("5.5.1 a date starts it at their time of day, once", async () => {
  await on.owner.api("PUT", "/contact-settings/fields", {
    fields: [{ key: "birthday", label: "Birthday", type: "date", choices: [] }],
  });
  app.clock.set("2027-03-09T12:00:00Z");
  const id = await rule([{ type: "date", field: "birthday", days: -1, time: "09:00" }]);
  await on.owner.api("PATCH", `/contacts/${await on.contactOf("nora")}`, {
    fields: { birthday: "1990-03-11" },
  });
  await run(sql`update contacts set time_zone = 'Asia/Tokyo' where id = ${await on.contactOf("nora")}`);
  await startByDate(app.platform);
  expect(await startsOf(id)).toEqual([]);
  app.clock.set("2027-03-10T00:00:01Z");
  for (let look = 0; look < 2; look++) await startByDate(app.platform);
  expect(await startsOf(id)).toEqual([["date", { field: "birthday" }]]);
  await startByDate(app.platform);
  expect(await startsOf(id)).toHaveLength(1);
});

it("5.5.1 a schedule starts it for everyone who meets its condition, or once for nobody in particular", async () => {
  app.clock.set("2027-03-09T12:00:00Z");
  const daily = { type: "schedule", every: "day", time: "09:00" } satisfies Partial<Trigger> & object;
  const condition = { attribute: "email", operator: "contains", value: "omar" };
  const each = await rule([daily], { condition });
  const once = await rule([{ ...daily, is_for_each: false }], {
    actions: [{ id: "n", type: "notify", text: "Good morning" }],
  });
  await startBySchedule(app.platform);
  expect([await startsOf(each), await startsOf(once)]).toEqual([[], []]);
  app.clock.set("2027-03-12T09:00:30Z");
  for (let minute = 0; minute < 2; minute++) {
    await startBySchedule(app.platform);
    app.clock.advance(60_000);
  }
  expect([await startsOf(each), await startsOf(once)]).toEqual([[["schedule", {}]], [["schedule", {}]]]);
  expect([await on.tagsOf("omar"), await on.tagsOf("nora")]).toEqual([["seen"], []]);
});

it("5.5.1 doing nothing for a while starts it for those who become inactive, not for those who were", async () => {
  await run(sql`update contacts set created_at = now() - interval '100 days' where user_id = ${on.owner.id}`);
  const batch = randomUUID();
  await run(sql`insert into deliveries (user_id, batch_id, contact_id, due_at, host, opened_at)
    values (${on.owner.id}, ${batch}, ${await on.contactOf("omar")}, ${now()}, '', ${now()})`);
  const id = await rule([{ type: "inactive", days: 60 }]);
  await startByInactivity(app.platform);
  expect(await startsOf(id)).toEqual([]);
  app.clock.advance(61 * DAY_MS);
  for (let look = 0; look < 2; look++) await startByInactivity(app.platform);
  expect(await startsOf(id)).toEqual([["inactive", {}]]);
  expect([await on.tagsOf("omar"), await on.tagsOf("nora")]).toEqual([["seen"], []]);
});
