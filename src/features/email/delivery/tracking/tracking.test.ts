// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { suppress } from "#src/features/audience/consent/consent.ts";
import { banAccount } from "#src/features/identity/accounts/bans/bans.ts";
import { PREFERENCES_PATH } from "#src/lib/paths.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { addBatch } from "#test/harness/campaigns.ts";
import type { Client } from "#test/harness/client.ts";
import { addActiveMailbox, signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import { ANONYMOUS, mailUrl, OPENED, VIEWED } from "../mail-tokens.ts";

const WAIT = { timeout: 20_000 };
const BROWSER = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";
/** Mail Privacy Protection. */
const APPLE = "Mozilla/5.0";
const HTML = `<p><a href="https://shop.mia.art/new?a=1&amp;b=2#top">Shop</a> <a class="x" href='https://mia.art/b'>B</a>
<a href="https://mia.art/c">C</a> <a href="https://shop.mia.art/new?a=1&amp;b=2#top">Again</a>
<a href="mailto:me@mia.art">Write</a> <a href="#end">End</a> <a href="https://{{ contact.country }}.mia.art/">Yours</a></p>
<p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`;

let app: TestApp;
let owner: Client;
let mailbox: Awaited<ReturnType<typeof addActiveMailbox>>;

beforeAll(async () => {
  app = await startMailboxApp();
});
beforeEach(async () => {
  owner = await signUpSender(app);
  mailbox = await addActiveMailbox(app, owner, { more: { postal_address: "Main Street 1" } });
});
afterAll(() => app?.close());

/** Sends a campaign to one new fan, and returns it with what arrived. */
async function sendTo(email: string, more: object = {}, p_name = "Nora") {
  const profile = (await owner.api("POST", "/profiles", { name: "Mia" })).body.id;
  const settings = { lead_capture_enabled: true, screensaver_enabled: true };
  await owner.api("PATCH", `/profiles/${profile}`, {
    ...settings,
    screensaver_link: "https://files.example/a.zip",
  });
  const lead = { p_profile_id: profile, p_name, p_email: email };
  await app.visitor().api("POST", "/rpc/insert_fan_lead", lead);
  const audience = { profile_ids: [profile] };
  const form = { name: "News", subject: "Hello", html: HTML, mailbox_id: mailbox.id, audience };
  const { id } = (await owner.api("POST", "/campaigns", { ...form, ...more })).body;
  expect((await owner.api("POST", `/campaigns/${id}/send`)).status).toBe(200);
  const figures = async () => (await owner.api("GET", `/campaigns/${id}`)).body.figures;
  await vi.waitUntil(async () => (await figures()).sent === 1, WAIT);
  const message = mailbox.server.received.find(({ to }) => [to].flat()[0]?.text === email);
  const html = String(message?.html);
  const trap =
    /<a href="([^"]+)" aria-hidden="true" tabindex="-1" style="display:none"><\/a>/.exec(html)?.[1] ?? "";
  const hrefs = [...html.replace(trap, "").matchAll(/href="([^"]+)"/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
  const picture = /<img src="([^"]+)"/.exec(html)?.[1] ?? "";
  return { id, figures, hrefs, trap, picture, html, text: message?.text ?? "" };
}

it("parts of a picture, braces, and what browsers take for https:// count as any link", async () => {
  const html = `<map name="m"><area href="https://mia.art/map" alt="Map"></map><a href="https://mia.art/?f={x}">b</a>
    <a href="https:/mia.art/one">c</a><p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Bye</a></p>`;
  const { id, figures, hrefs } = await sendTo("area@fans.example", { html });
  const ends = ["https://mia.art/map", "https://mia.art/?f=%7Bx%7D", "https://mia.art/one"];
  for (const [at, url] of ends.entries()) {
    later();
    expect((await open(hrefs[at] ?? "")).headers.get("location")).toBe(url);
  }
  expect(await figures()).toMatchObject({ clicked: 1 });
  const map = (await owner.api("GET", `/campaigns/${id}/click-map`)).body;
  expect(map.links.map(({ url, clicks }: { url: string; clicks: number }) => [url, clicks])).toEqual(
    ends.map((url) => [url, 1]),
  );
  expect(map.html).not.toMatch(/\shref="https?:/);
});

it("a link with merge tags is one link for everybody, counts, and leads each person to their own end", async () => {
  const html = `<a href='https://shop.mia.art/?n={{ contact.name | default: "you" }}&m=1'>a</a>
    <a href="https://{{ contact.name }}.mia.art/">b</a><p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Bye</a></p>`;
  const { id, figures, hrefs } = await sendTo("tag@fans.example", { html }, "Nora & Co/ü");
  const [shop = "", other] = hrefs;
  expect([shop.startsWith(`${app.url}/m/`), other]).toEqual([
    true,
    "https://Nora%20%26%20Co%2F%C3%BC.mia.art/",
  ]);
  later();
  const name = "Nora%20%26%20Co%2F%C3%BC";
  expect((await open(shop)).headers.get("location")).toBe(`https://shop.mia.art/?n=${name}&m=1`);
  expect(await figures()).toMatchObject({ clicked: 1 });
  const { links } = (await owner.api("GET", `/campaigns/${id}/click-map`)).body;
  expect(links).toEqual([
    expect.objectContaining({
      url: 'https://shop.mia.art/?n={{ contact.name | default: "you" }}&m=1',
      clicks: 1,
    }),
  ]);
});

it("what counts opens comes first, and in e-mail that Gmail cuts off, so does a way out", async () => {
  const end = `<p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Bye</a></p>`;
  const short = await sendTo("short@fans.example", { html: `<p>Hi</p>${end}` });
  expect(short.html).toMatch(/<body><img src="[^"]+\/m\/[^"]+" width="1" height="1"[^>]*><p>Hi/);
  const long = await sendTo("long@fans.example", { html: `<p>${"words ".repeat(20_000)}</p>${end}` });
  expect(long.html.slice(0, 3000)).toMatch(
    /<body><img [^>]*><div [^>]*><a href="[^"]+\/u\/[^"]+">Unsubscribe<\/a>/,
  );
});

const open = (url: string, agent = BROWSER, method = "GET") =>
  app.visitor().call(method, url.replace(app.url, ""), undefined, { "user-agent": agent });
/** Long after the hand-over, so that nothing looks like a machine by its speed. */
const later = () => app.clock.advance(60_000);

it("a fan's name that looks like one of our own links breaks nothing", async () => {
  const html = `<p>{{ contact.name }}, {{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Bye</a></p>`;
  const { figures } = await sendTo("odd@fans.example", { html }, "https://link.invalid/99999");
  expect((await figures()).sent).toBe(1);
});

it("links are counted and lead where the campaign's own did; others stay as they are", async () => {
  const { figures, hrefs, picture, text } = await sendTo("nora@fans.example");
  const [shop = "", b = "", , again, mail, end, yours] = hrefs;
  for (const link of [shop, b]) expect(link).toMatch(new RegExp(`^${app.url}/m/[\\w-]+$`));
  expect(again).toBe(shop);
  expect([mail, end]).toEqual(["mailto:me@mia.art", "#end"]);
  expect(yours).toMatch(/^https:\/\/.*\.mia\.art\/$/);
  expect(text).toContain("https://shop.mia.art/new?a=1&b=2#top");
  later();
  const { status, headers } = await open(shop);
  expect([status, headers.get("location"), headers.get("cache-control")]).toEqual([
    ...[302, "https://shop.mia.art/new?a=1&b=2#top", "no-store"],
  ]);
  await open(shop);
  expect(await figures()).toMatchObject({ clicked: 1, opened: 0, machine_clicked: 0 });
  expect((await open(picture)).headers.get("content-type")).toBe("image/gif");
  expect(await figures()).toMatchObject({ opened: 1, machine_opened: 0 });
  const contact = (await owner.api("GET", "/contacts?q=nora@fans")).body.items[0].id;
  const { items } = (await owner.api("GET", `/contacts/${contact}/timeline`)).body;
  const kinds = ["clicked", "clicked", "opened", "sent", "sign_up"];
  expect(items.map(({ kind }: { kind: string }) => kind).sort()).toEqual(kinds);
  const clicked = { campaign: "News", url: "https://shop.mia.art/new?a=1&b=2#top" };
  expect(items).toContainEqual(expect.objectContaining({ kind: "clicked", data: clicked }));
  expect((await owner.api("GET", `/contacts/${contact}`)).body.engagement).toEqual({
    points: 12,
    reasons: [
      { kind: "clicked", count: 2, points: 6 },
      { kind: "sign_up", count: 1, points: 5 },
      { kind: "opened", count: 1, points: 1 },
    ],
  });
  app.clock.advance(30 * 86_400_000);
  expect((await owner.api("GET", `/contacts/${contact}`)).body.engagement.points).toBe(5);
  app.clock.advance(-30 * 86_400_000);
});

it.each([
  ["GET", "Barracuda Sentinel (EE)"],
  ["HEAD", BROWSER],
])(
  "5.11 one sign of a machine is not enough, in figures, timeline, score and files alike: %s by %s",
  async (method, agent) => {
    const { id, figures, hrefs } = await sendTo("sam@fans.example");
    later();
    const fan = (await owner.api("GET", "/contacts?q=sam@fans")).body.items[0].id;
    const everywhere = async () => {
      const { items } = (await owner.api("GET", `/contacts/${fan}/timeline`)).body;
      const { engagement } = (await owner.api("GET", `/contacts/${fan}`)).body;
      const [head = "", line = ""] = (
        await owner.api("GET", `/campaigns/${id}/deliveries/export`)
      ).body.split("\r\n");
      const { clicked, machine_clicked } = await figures();
      return {
        clicked,
        machine_clicked,
        timeline: items.filter(({ kind }: { kind: string }) => kind.includes("clicked")).length,
        isScored: engagement.reasons.some(({ kind }: { kind: string }) => kind === "clicked"),
        file: line.split(",")[head.split(",").indexOf("clicked_at")] !== "",
      };
    };
    const link = hrefs[0] ?? "";
    await open(link, agent, method);
    const asPerson = { clicked: 1, machine_clicked: 0, timeline: 1, isScored: true, file: true };
    expect(await everywhere()).toEqual(asPerson);
    // Two more links at once give the machine away, and then it's apart.
    for (const other of hrefs.slice(1, 3)) await open(other, agent, method);
    const asMachine = { clicked: 0, machine_clicked: 1, timeline: 0, isScored: false, file: false };
    expect(await everywhere()).toEqual(asMachine);
  },
);

it.each([
  ["Gmail’s", "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)"],
  ["Yahoo’s", "YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html"],
])(
  "5.11 %s picture proxy opens for a person, but not as the e-mail comes in, and its place is nobody’s",
  async (_whose, agent) => {
    const { figures, picture } = await sendTo("gus@fans.example");
    app.clock.advance(5_000);
    await open(picture, agent);
    expect(await figures()).toMatchObject({ opened: 0, machine_opened: 1 });
    later();
    await open(picture, agent);
    expect(await figures()).toMatchObject({ opened: 1, machine_opened: 0 });
    const { devices, countries } = (await owner.api("GET", "/marketing/analytics")).body;
    expect([devices[0]?.key, countries[0]?.key]).toEqual(["unknown", "UNKNOWN"]);
  },
);

it("5.11 what machines open and click is counted apart, even if only the third click gives them away", async () => {
  const { figures, hrefs, picture } = await sendTo("lou@fans.example");
  const links = hrefs.slice(0, 3);
  later();
  await open(picture, APPLE);
  expect(await figures()).toMatchObject({ opened: 0, machine_opened: 1 });
  for (const link of links) await open(link, "Barracuda Sentinel (EE)");
  expect(await figures()).toMatchObject({ opened: 0, clicked: 0, machine_clicked: 1 });
  later();
  await open(links[0] ?? "");
  expect(await figures()).toMatchObject({ opened: 0, clicked: 1, machine_clicked: 0 });
});

it("5.11 a link that only programs find takes back what was counted as people's clicks, and counts none from then on", async () => {
  const { figures, hrefs, trap, text } = await sendTo("tess@fans.example");
  expect(trap).toMatch(new RegExp(`^${app.url}/m/[\\w-]+$`));
  expect(text).not.toContain(trap);
  later();
  await open(hrefs[0] ?? "");
  expect(await figures()).toMatchObject({ clicked: 1, machine_clicked: 0 });
  later();
  expect((await open(trap)).status).toBe(204);
  expect(await figures()).toMatchObject({ clicked: 0, machine_clicked: 1 });
  later();
  expect((await open(hrefs[1] ?? "")).status).toBe(302);
  expect(await figures()).toMatchObject({ clicked: 0, machine_clicked: 1 });
});

it("whoever opens a link again and again gets there each time, and fills no disk", async () => {
  const { db } = app.platform;
  const { id, hrefs } = await sendTo("flood@fans.example");
  const link = hrefs[0] ?? "";
  later();
  await open(link);
  await db.execute(sql`insert into delivery_clicks (user_id, id, batch_id, contact_id, link, is_scanner, is_machine, created_at)
    select user_id, gen_random_uuid(), batch_id, contact_id, link, false, false, created_at
    from delivery_clicks, generate_series(2, 2000) where batch_id = ${id}`);
  expect((await open(link)).status).toBe(302);
  const rows = await rowsOf(db, sql`select from delivery_clicks where batch_id = ${id}`);
  expect(rows).toHaveLength(2000);
  const counted = await rowsOf(db, sql`select link, clicks from mail_clicks where batch_id = ${id}`);
  expect(counted).toEqual([{ link: 0, clicks: 1 }]);
});

it("5.10.18 a changed token leads nowhere, nor does one of an erased fan", async () => {
  const { id, hrefs } = await sendTo("zoe@fans.example");
  const [link = ""] = hrefs;
  const at = link.length - 5;
  const changed = link.slice(0, at) + (link[at] === "A" ? "B" : "A") + link.slice(at + 1);
  for (const url of [
    changed,
    `${link}A`,
    link.slice(0, -2),
    `${app.url}/m/x`,
    `${app.url}/m/https:%2F%2Fevil.example`,
  ])
    expect([url, (await open(url)).status]).toEqual([url, 404]);
  expect((await open(link)).status).toBe(302);
  // Another account with the same ids can't lead it elsewhere.
  const other = await signUpSender(app);
  await app.platform.db.execute(sql`insert into campaigns (user_id, id, name, state_at, audience, created_at, updated_at)
    select ${other.id}, id, 'x', now(), '{}', now(), now() from campaigns where id = ${id}`);
  await addBatch(app, { user_id: other.id, id, snapshot: { links: ["https://evil.example"] } });
  await app.platform.db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, host, due_at)
    select ${other.id}, batch_id, contact_id, host, now() from deliveries where batch_id = ${id}`);
  expect((await open(link)).headers.get("location")).toContain("shop.mia.art");
  await app.platform.db.execute(sql`delete from contacts where user_id = ${owner.id}`);
  expect((await open(link)).status).toBe(404);
});

it("5.10.19 a campaign that isn't tracked has its own links, and no picture", async () => {
  const { hrefs, picture, trap } = await sendTo("kim@fans.example", {
    tracking: "none",
    subject: "Private",
  });
  expect(hrefs.slice(0, 2)).toEqual(["https://shop.mia.art/new?a=1&b=2#top", "https://mia.art/b"]);
  expect([picture, trap]).toEqual(["", ""]);
});

it("5.10.19 where only totals are kept, links are the same for everyone, and no row says who opened or clicked", async () => {
  const { id, figures, hrefs, picture, trap } = await sendTo("pat@fans.example", {
    tracking: "totals",
    subject: "Totals",
  });
  const [shop = ""] = hrefs;
  expect([trap, picture, shop]).toEqual(["", expect.stringContaining("/m/"), expect.stringContaining("/m/")]);
  const about = { batch_id: id, contact_id: ANONYMOUS };
  expect([shop, picture]).toEqual([
    mailUrl(app.platform, owner.id, { ...about, link: 0 }),
    mailUrl(app.platform, owner.id, { ...about, link: OPENED }),
  ]);
  const page = {
    ...about,
    contact_id: (await owner.api("GET", "/contacts?q=pat@")).body.items[0].id,
    link: VIEWED,
  };
  later();
  for (const url of [picture, picture, mailUrl(app.platform, owner.id, page)])
    expect((await open(url)).status).toBe(200);
  await open(picture, APPLE);
  expect((await open(shop)).headers.get("location")).toBe("https://shop.mia.art/new?a=1&b=2#top");
  await open(shop, BROWSER, "HEAD");
  expect(await figures()).toMatchObject({
    opened: 0,
    machine_opened: 0,
    clicked: 0,
    machine_clicked: 0,
    delivered_tracked: 0,
    totals: { opens: 3, machine_opens: 1, clicks: 1, machine_clicks: 1 },
    rates: { open: null, click: null },
  });
  const rows = await rowsOf(
    app.platform.db,
    sql`select opened_at, machine_opened_at, clicked_at, machine_clicked_at, (select count(*)::int from delivery_clicks k where k.batch_id = deliveries.batch_id) as clicks
      from deliveries where batch_id = ${id}`,
  );
  const never = { opened_at: null, machine_opened_at: null, clicked_at: null, machine_clicked_at: null };
  expect(rows).toEqual([{ ...never, clicks: 0 }]);
  const { links } = (await owner.api("GET", `/campaigns/${id}/click-map`)).body;
  expect(links[0]).toMatchObject({ clicks: 1, people: 0, machine_clicks: 1 });
  for (const contact_id of [page.contact_id, ANONYMOUS])
    expect((await open(mailUrl(app.platform, owner.id, { ...about, contact_id, link: 77 }))).status).toBe(
      404,
    );
  await app.platform.db.execute(sql`update batches set tracking = 'each' where id = ${id}`);
  expect((await open(shop)).status).toBe(404);
});

it("links in a suspended account's e-mail lead nowhere until it's lifted, but the way out still does", async () => {
  const { id, hrefs, picture } = await sendTo("kim@fans.example", { subject: "Suspended" });
  const [shop = "", ...others] = hrefs;
  const shared = mailUrl(app.platform, owner.id, { batch_id: id, contact_id: ANONYMOUS, link: 0 });
  const look = async () => [(await open(shop)).status, (await open(picture)).status];
  expect(await look()).toEqual([302, 200]);
  await banAccount(app.platform, { id: owner.id, reason: "Spam" });
  expect(await look()).toEqual([404, 404]);
  expect((await open(others.at(-1) ?? "")).status).toBe(200);
  await app.platform.db.execute(sql`update batches set tracking = 'totals' where id = ${id}`);
  expect((await open(shared)).status).toBe(404);
  await app.platform.db.execute(sql`update users set banned = false where id = ${owner.id}`);
  expect((await open(shared)).status).toBe(302);
});

it("5.10.5 opening the way out changes nothing, and an unsubscription counts towards its campaign", async () => {
  const { id, figures, hrefs } = await sendTo("ann@fans.example", { subject: "Bye" });
  const [contact] = (await owner.api("GET", `/campaigns/${id}/deliveries`)).body.items;
  await open(hrefs.at(-1) ?? "");
  expect((await figures()).unsubscribed).toBe(0);
  const about = { account: owner.id, email: contact.email, batch_id: id };
  await suppress(app.platform, { ...about, reason: "unsubscribe" });
  await vi.waitUntil(async () => (await figures()).unsubscribed === 1, WAIT);
});

it("5.2.9 an e-mail is also a page, which greets nobody by name, runs nothing, and counts as an open", async () => {
  const html = `<p>Dear {{ contact.name | default: "friend" }}, {{ contact.email }}</p>
    <a href="{{ view_in_browser_url }}">View</a> <a href="https://mia.art/?a=1&amp;b=2">Shop</a>
    <p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Bye</a></p>
    <p title="{% if false %}">{% endif %}" onmouseover=alert(1) x="</p><i title="y">z</i>`;
  const text = "{{ view_in_browser_url }}";
  const template = (await owner.api("POST", "/templates", { name: "T", subject: "Hello", html, text })).body;
  const { hrefs, figures } = await sendTo("nora@fans.example", { html: "", template_id: template.id });
  const [view = "", shop] = hrefs;
  expect(view).not.toBe(shop);
  later();
  const { status, headers, body } = await open(view);
  expect([status, headers.get("content-type"), headers.get("x-robots-tag")]).toEqual([
    ...[200, "text/html; charset=utf-8", "noindex"],
  ]);
  expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
  expect(body).toContain("Dear friend");
  expect(body).toContain('href="https://mia.art/?a=1&amp;b=2"');
  expect(body).toContain("Main Street 1");
  expect(body).not.toMatch(/nora|onmouseover=|link\.invalid/i);
  expect(body).toContain(`${PREFERENCES_PATH}/`);
  await app.platform.db.execute(sql`insert into former_contacts (user_id, id, email_hash, at)
    select user_id, id, 'old', now() + interval '1 year' from contacts where user_id = ${owner.id}`);
  // Whoever has the old address gets no link for the new one.
  expect((await open(view)).body).not.toContain(`${PREFERENCES_PATH}/`);
  expect((await figures()).opened).toBe(1);
});
