// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { mailUrl } from "#src/features/email/delivery/mail-tokens.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { addBatch } from "#test/harness/campaigns.ts";
import type { Client } from "#test/harness/client.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1";
const SENT_AT = "2026-03-02T09:05:00.000Z";
const DAY = "from=2026-03-02&to=2026-03-02";
const WEEK = "from=2026-03-01&to=2026-03-10";

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp({ PLANS: "off", TRUSTED_PROXIES: "loopback" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  app.clock.set("2026-03-04T12:00:00Z");
  owner = await app.signUp();
});

const LINKS = ["https://mia.art/a", "https://mia.art/b", "https://mia.art/c"];
const HTML = `<p>Hi {{ contact.first_name | default: "you" }} ${LINKS.map((_, index) => `<a href="https://link.invalid/${index}">L${index}</a>`).join(" ")}
  {{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Bye</a></p>`;

/** A campaign that went to these addresses at `SENT_AT`, and the ids of their contacts. */
async function sendCampaign(
  emails: readonly string[],
  { name = "News", at = SENT_AT, tracking = "each" } = {},
) {
  const { db } = app.platform;
  const [id, mailbox] = [randomUUID(), randomUUID()];
  const snapshot = {
    subject: "Hello",
    preheader: "",
    html: HTML,
    text: "",
    links: LINKS,
    postal_address: "Main St",
  };
  await db.execute(sql`insert into mailboxes (user_id, id, kind, from_name, from_address, state, state_since, host, port, created_at)
    values (${owner.id}, ${mailbox}, 'smtp', 'Mia', 'mia@mia.com', 'active', now(), 'none.invalid', 587, now())`);
  await db.execute(sql`insert into campaigns (user_id, id, name, state, state_at, mailbox_id, audience, tracking, recipients, started_at, created_at, updated_at)
    values (${owner.id}, ${id}, ${name}, 'sent', now(), ${mailbox}, '{}', ${tracking}, ${emails.length}, ${at}, now(), now())`);
  const recipients = emails.length;
  await addBatch(app, {
    user_id: owner.id,
    id,
    mailbox_id: mailbox,
    snapshot,
    tracking,
    recipients,
    started_at: at,
  });
  const contacts: string[] = [];
  for (const email of emails) {
    const contact = (await owner.api("POST", "/contacts", { email: `${randomUUID()}.${email}` })).body.id;
    contacts.push(contact);
    await db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, host, due_at)
      values (${owner.id}, ${id}, ${contact}, ${email.split("@")[1]}, ${at})`);
  }
  // As the ledger does it, in one statement.
  await db.execute(sql`update deliveries set state = 'leased' where batch_id = ${id}`);
  await db.execute(
    sql`update deliveries set state = 'handed_over', handed_over_at = ${at}, tried_at = ${at} where batch_id = ${id}`,
  );
  return { id, mailbox, contacts };
}

type Sent = Awaited<ReturnType<typeof sendCampaign>>;
const set = ({ id, contacts }: Sent, index: number, what: ReturnType<typeof sql>) =>
  app.platform.db.execute(
    sql`update deliveries set ${what} where batch_id = ${id} and contact_id = ${contacts[index]}`,
  );
const open = ({ id, contacts }: Sent, index: number, link: number, agent = IPHONE) =>
  app
    .visitor()
    .call(
      "GET",
      mailUrl(app.platform, owner.id, { batch_id: id, contact_id: contacts[index] ?? "", link }).replace(
        app.url,
        "",
      ),
      undefined,
      { "user-agent": agent, "x-forwarded-for": "81.2.69.160" },
    );
const PICTURE = 0xffff;
const get = async (query = WEEK, by: Client = owner) => {
  const { status, body } = await by.api("GET", `/marketing/analytics?${query}`);
  expect([status, body.code]).toEqual([200, undefined]);
  return body;
};

it("5.11 what’s refused because an inbox is full was never sent, wherever that’s counted", async () => {
  const sent = await sendCampaign(["a@gmail.com", "b@gmail.com"]);
  const refused = sql`state = 'bounced_soft', handed_over_at = null, bounced_at = '2026-03-02T10:00:00Z'`;
  await set(sent, 0, refused);
  const { totals, campaigns, accounts, domains, series } = await get();
  for (const figures of [totals, campaigns[0], accounts[0], domains[0]]) {
    expect(figures).toMatchObject({ sent: 1, refused: 1, delivered: 1, bounced_soft: 0 });
    expect(figures.rates).toMatchObject({ delivery: 1, bounce_soft: 0 });
  }
  expect(series.some((point: { bounced_soft?: number }) => Number(point.bounced_soft) > 0)).toBe(false);
});

it("5.11 each rate is of what its definition says, people's and machines' opens and clicks apart", async () => {
  const sent = await sendCampaign([
    "a@gmail.com",
    "b@gmail.com",
    "c@yahoo.com",
    "d@yahoo.com",
    "e@tiny.example",
  ]);
  const later = "2026-03-02T10:00:00Z";
  await set(sent, 0, sql`state = 'bounced_hard', bounced_at = ${later}`);
  // Four days later it doesn't count as undelivered anymore.
  await set(sent, 1, sql`state = 'bounced_soft', bounced_at = '2026-03-06T10:00:00Z'`);
  await set(sent, 2, sql`state = 'complained', complained_at = ${later}`);
  await set(sent, 3, sql`replied_at = ${later}, unsubscribed_at = ${later}`);
  await open(sent, 3, PICTURE);
  await open(sent, 3, PICTURE);
  await open(sent, 3, 0);
  app.clock.advance(60_000);
  await open(sent, 3, 0);
  await open(sent, 4, PICTURE, "Mozilla/5.0");
  const { totals, campaigns, accounts, domains, devices, countries, has_history } = await get();
  expect(totals).toMatchObject({
    recipients: 5,
    sent: 5,
    delivered: 4,
    bounced_hard: 1,
    bounced_soft: 1,
    complained: 1,
    delivered_reporting: 2,
    replied: 1,
    unsubscribed: 1,
    opened: 1,
    machine_opened: 1,
    clicked: 1,
    machine_clicked: 0,
    opens: 2,
    machine_opens: 1,
    clicks: 2,
    machine_clicks: 0,
  });
  expect(totals.rates).toEqual({
    delivery: 0.8,
    open: 0.25,
    click: 0.25,
    click_to_open: 1,
    bounce_hard: 0.2,
    bounce_soft: 0.2,
    complaint: 0.5,
    unsubscribe: 0.25,
    reply: 0.25,
  });
  expect(campaigns).toMatchObject([{ key: sent.id, label: "News", sent: 5, opens: 2, clicks: 2 }]);
  expect(accounts).toMatchObject([{ key: sent.mailbox, label: "mia@mia.com", sent: 5 }]);
  expect(domains.map(({ key, sent }: { key: string; sent: number }) => [key, sent])).toEqual([
    ...[
      ["gmail.com", 2],
      ["yahoo.com", 2],
      ["tiny.example", 1],
    ],
  ]);
  expect(domains[0].rates).toMatchObject({ bounce_hard: 0.5, complaint: null });
  expect([campaigns[0].recipients, accounts[0].recipients, domains[0].recipients]).toEqual([5, 5, null]);
  expect(devices).toEqual([{ key: "mobile", label: "Phone", opens: 2, clicks: 2 }]);
  expect(countries).toEqual([{ key: "GB", label: "United Kingdom", opens: 2, clicks: 2 }]);
  expect(has_history).toBe(true);
});

it("5.11 a campaign's own screen has the same figures, and CTR is of everything delivered", async () => {
  const sent = await sendCampaign(["a@gmail.com", "b@gmail.com", "c@tiny.example"]);
  await set(sent, 0, sql`state = 'bounced_soft', bounced_at = '2026-03-06T10:00:00Z'`);
  await set(sent, 1, sql`state = 'bounced_hard', bounced_at = '2026-03-02T10:00:00Z'`);
  await set(sent, 2, sql`state = 'complained', complained_at = '2026-03-02T10:00:00Z'`);
  await open(sent, 2, 0);
  const untracked = await sendCampaign(["d@tiny.example", "e@tiny.example"], { tracking: "none" });
  const { totals, campaigns } = await get();
  expect(totals.rates).toMatchObject({ click: 0.25, open: 0, complaint: 1 / 3 });
  for (const { id } of [sent, untracked]) {
    const { figures } = (await owner.api("GET", `/campaigns/${id}`)).body;
    const {
      key: _,
      label: _l,
      opens: _o,
      machine_opens: _mo,
      clicks: _c,
      machine_clicks: _mc,
      ...row
    } = campaigns.find(({ key }: { key: string }) => key === id);
    const { started_at: _s, revenue: _r, conversions: _co, conversion_rate: _cr, ...same } = row;
    expect(figures).toMatchObject(same);
  }
  const [, other] = campaigns.map(({ rates }: { rates: object }) => rates);
  // Where nothing is tracked, nobody knows. A host that reported one complaint reports them.
  expect(other).toMatchObject({ open: null, click: null, complaint: 0 });
});

it("a machine's clicks leave people's figures again once they're found out", async () => {
  const sent = await sendCampaign(["a@fans.example"]);
  const scanner = "Barracuda Sentinel (EE)";
  await open(sent, 0, 0, scanner);
  expect((await get()).totals).toMatchObject({ clicked: 1, opened: 0, clicks: 1, machine_clicks: 0 });
  for (const link of [1, 2]) await open(sent, 0, link, scanner);
  expect((await get()).totals).toMatchObject({
    clicked: 0,
    opened: 0,
    machine_clicked: 1,
    clicks: 0,
    machine_clicks: 3,
  });
});

it("what happened is shown by the hour below seven days and by the day from then on, in the owner's time zone", async () => {
  const sent = await sendCampaign(["a@fans.example"]);
  await open(sent, 0, PICTURE);
  await open(sent, 0, 1);
  const hourly = await get(`${DAY}&tz=Asia/Kolkata`);
  expect([hourly.step, hourly.series.length]).toEqual(["hour", 24]);
  // 9:05 in London is 14:35 in Kolkata, whose hours begin at half past ours.
  expect(hourly.series[14]).toEqual({ at: "2026-03-02T08:30:00.000Z", sent: 1, opened: 0, clicked: 0 });
  const daily = await get(`${WEEK}&tz=Asia/Kolkata`);
  expect([daily.step, daily.series.length]).toEqual(["day", 10]);
  expect(daily.series[3]).toMatchObject({ sent: 0, opened: 1, clicked: 1 });
  // Wednesday, 17:30.
  expect(daily.hours).toEqual([{ weekday: 3, hour: 17, opened: 1, clicked: 1 }]);
  // It's about e-mail of that day, though it was opened later.
  expect(hourly.totals).toMatchObject({ sent: 1, opened: 1, clicked: 1 });
  expect((await get("from=2026-03-03&to=2026-03-04")).totals).toMatchObject({ sent: 0, opened: 0 });
});

it("campaigns are compared in the order asked, and one campaign or sending account can be picked", async () => {
  const first = await sendCampaign(["a@fans.example"], { name: "=First" });
  const second = await sendCampaign(["b@fans.example", "c@fans.example"], { name: "Second" });
  const { body } = await owner.api(
    "GET",
    `/marketing/analytics/compare?ids=${first.id},${second.id},${randomUUID()}`,
  );
  expect(body.items.map(({ label, sent }: { label: string; sent: number }) => [label, sent])).toEqual([
    ["=First", 1],
    ["Second", 2],
  ]);
  expect((await get(`${WEEK}&campaign_id=${first.id}`)).totals.sent).toBe(1);
  expect((await get(`${WEEK}&mailbox_id=${second.mailbox}`)).totals.sent).toBe(2);
  const five = Array.from({ length: 5 }, () => randomUUID()).join(",");
  expect((await owner.api("GET", `/marketing/analytics/compare?ids=${five}`)).status).toBe(400);
  const file = await owner.api("GET", `/marketing/analytics/export?part=campaigns&${WEEK}`);
  expect(String(file.body)).toContain("'=First");
  await owner.api("DELETE", `/campaigns/${first.id}`);
  expect((await get()).totals.sent).toBe(2);
});

it("the map of clicks has people's clicks at each link", async () => {
  const sent = await sendCampaign(["a@fans.example", "b@fans.example"]);
  await open(sent, 0, 1);
  await open(sent, 1, 1);
  await open(sent, 1, 1);
  const { body } = await owner.api("GET", `/campaigns/${sent.id}/click-map`);
  expect(body.links.slice(0, 2)).toEqual([
    { url: LINKS[1], clicks: 3, people: 2, machine_clicks: 0 },
    { url: LINKS[0], clicks: 0, people: 0, machine_clicks: 0 },
  ]);
  expect(body.html).toMatch(/>L1<\/a><span[^>]*>3<\/span>/);
  expect(body.html).toContain(">Bye</a>");
  expect(body.html).not.toContain("href");
  expect(body.html).toContain("Hi you");
});

it("5.11 the list grows by who agreed and confirmed, each once, and shrinks by who left", async () => {
  const { db } = app.platform;
  const [first, again, asked, confirmed] = [
    "2026-03-02T23:30:00Z",
    "2026-03-03T12:00:00Z",
    "2026-03-01T12:00:00Z",
    SENT_AT,
  ];
  const join = async (
    name: string,
    state: string,
    more: { given: string; confirmed?: string; signed?: string },
  ) => {
    const { id } = (await owner.api("POST", "/contacts", { email: `${name}@fans.example` })).body;
    if (more.signed !== undefined)
      await db.execute(
        sql`update contacts set first_touch = ${JSON.stringify({ at: more.signed })}::jsonb where id = ${id}`,
      );
    await db.execute(sql`insert into contact_consents (user_id, contact_id, id, topic, state, text, version, method, given_at, confirmed_at)
      values (${owner.id}, ${id}, ${id}, 'news', ${state}, '', '', 'form', ${more.given}, ${more.confirmed ?? null})`);
  };
  // Added by hand, without having agreed to anything.
  await owner.api("POST", "/contacts", { email: "hand@fans.example" });
  await join("once", "confirmed", { given: first });
  await join("twice", "confirmed", { given: again, signed: first });
  await join("left", "unsubscribed", { given: first });
  await join("waits", "unconfirmed", { given: first });
  await join("after", "confirmed", { given: "2026-03-04T12:00:00Z" });
  await join("late", "confirmed", { given: asked, confirmed });
  const stop = (name: string, reason: string) =>
    db.execute(sql`insert into suppressions (user_id, id, email_hash, email, reason, created_at)
      values (${owner.id}, gen_random_uuid(), ${`${name} ${reason}`}, ${`${name}@fans.example`}, ${reason}, '2026-03-03T10:00:00Z')`);
  await stop("left", "unsubscribe");
  await stop("once", "hard_bounce");
  await stop("twice", "complaint");
  await stop("late", "manual");
  // Nobody leaves who wasn't there: an import's suppressions, who never agreed, never confirmed, or did so later.
  for (const name of ["imported", "hand", "waits", "after"]) await stop(name, "unsubscribe");
  const { body } = await owner.api(
    "GET",
    "/marketing/growth?from=2026-03-02&to=2026-03-03&tz=Europe/Berlin&step=day",
  );
  expect(body.series.map(({ at: _, ...day }: { at: string }) => day)).toEqual([
    { joined: 1, unsubscribed: 0, bounced: 0, complained: 0 },
    { joined: 3, unsubscribed: 1, bounced: 1, complained: 1 },
  ]);
});

it("other accounts see nothing of it, and odd questions are refused", async () => {
  const sent = await sendCampaign(["a@fans.example"]);
  const other = await app.signUp();
  expect(await get(WEEK, other)).toMatchObject({ has_history: false, totals: { sent: 0 }, campaigns: [] });
  expect((await get(`${WEEK}&campaign_id=${sent.id}`, other)).totals.sent).toBe(0);
  expect((await other.api("GET", `/marketing/analytics/compare?ids=${sent.id}`)).body.items).toEqual([]);
  expect((await other.api("GET", `/campaigns/${sent.id}/click-map`)).body.code).toBe("CAMPAIGN_NOT_FOUND");
  for (const path of ["analytics", "growth", "analytics/export"]) {
    const codes = ["from=2026-03-03&to=2026-03-01", "tz=Nowhere"].map(
      async (query) => (await owner.api("GET", `/marketing/${path}?${query}`)).body.code,
    );
    expect(await Promise.all(codes)).toEqual(["PERIOD_INVALID", "TIME_ZONE_UNKNOWN"]);
  }
});
