// @project server-postgres
/* From the e-mail as it arrived, through what whoever got it does with it, to the figures that its sender sees. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { ParsedMail } from "mailparser";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { pollInbox } from "#src/features/email/inbound/poll.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { startSender } from "#test/harness/campaigns.ts";
import { startImapServer } from "#test/harness/imap-server.ts";
import { LOGIN, MAIL_HOST, startMailboxApp } from "#test/harness/mailbox.ts";
import { startSequencer } from "#test/harness/sequences.ts";

const WAIT = { timeout: 20_000 };
const BROWSER = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";
const SHOP = "https://shop.mia.art/new?a=1&b=2";
const HTML = `<p>Hi {{ contact.name | default: "you" }}, <a href="https://shop.mia.art/new?a=1&amp;b=2">the shop</a></p>
  <p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`;
const FAN = "nora@fans.example";

let app: TestApp;
beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());

type Counts = Record<string, number>;

/** A campaign that Nora and Lou got, and an inbox that's read from before it went out. */
async function arrive(manners: object = {}, { server: more = {}, form = {} } = {}) {
  const sender = await startSender(app, manners, more);
  const { owner, mailbox } = sender;
  const imap = await startImapServer({ login: LOGIN });
  const login = { username: LOGIN.user, password: LOGIN.pass };
  const inbox = { host: MAIL_HOST, port: imap.port, security: "none", ...login };
  expect((await owner.api("PUT", `/mailboxes/${mailbox.id}/inbox`, inbox)).status).toBe(200);
  const read = () => pollInbox(app.platform, { account: owner.id, mailbox_id: mailbox.id });
  await read();
  await sender.addFans({ nora: {}, lou: {} });
  const id = await sender.add({ html: HTML, ...form });
  expect((await sender.act(id, "send")).status).toBe(200);
  await sender.reaches(id, "sent");
  const to = (email: string) => mailbox.server.received.find((one) => [one.to].flat()[0]?.text === email);
  app.clock.advance(60_000);
  return {
    owner,
    sender,
    mailbox,
    id,
    mail: to(FAN) as ParsedMail,
    other: to("lou@fans.example") as ParsedMail,
    /** What comes to the account's inbox. */
    async comes(headers: string[], body: string) {
      imap.deliver([`Message-ID: <${randomUUID()}@fans.example>`, ...headers, "", body].join("\n"));
      app.clock.advance(600_000);
      await read();
    },
    async contact() {
      return (await owner.api("GET", `/contacts?q=${FAN}`)).body.items[0];
    },
    /** What the campaign's screen and analytics say, which is the same. */
    async becomes(counts: Counts) {
      const figures = async () => (await owner.api("GET", `/campaigns/${id}`)).body.figures;
      await vi.waitFor(async () => expect(await figures()).toMatchObject(counts), WAIT);
      const { totals, campaigns } = (await owner.api("GET", "/marketing/analytics")).body;
      expect(totals).toMatchObject(counts);
      expect(campaigns[0]).toMatchObject({ key: id, ...counts });
      const rates = Object.values<number | null>(totals.rates);
      for (const rate of rates) expect(rate ?? 0).toBeLessThanOrEqual(1);
    },
  };
}
type Arrived = Awaited<ReturnType<typeof arrive>>;

const lineOf = (mail: ParsedMail, name: string) =>
  String(mail.headerLines.find(({ key }) => key === name)?.line).replace(/\r\n(?=[ \t])/g, "");
/** Where an element of the e-mail leads, as an inbox decodes it. */
const urlIn = (mail: ParsedMail, pattern: RegExp) =>
  (pattern.exec(String(mail.html))?.[1] ?? "").replaceAll("&amp;", "&");
const shopIn = (mail: ParsedMail) => urlIn(mail, /<a href="([^"]+)">the shop/);
const wayOutIn = (mail: ParsedMail) => urlIn(mail, /<a href="([^"]+)">Unsubscribe/);
const pictureIn = (mail: ParsedMail) => urlIn(mail, /<img src="([^"]+)"/);
const headerUrl = (mail: ParsedMail) => /<(http[^>]+)>/.exec(lineOf(mail, "list-unsubscribe"))?.[1] ?? "";

const get = (url: string, agent = BROWSER, method = "GET") =>
  fetch(url, { method, redirect: "manual", headers: { "user-agent": agent } });
const post = async (url: string, fields: Record<string, string>) =>
  (await fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) })).status;

it("5.11 sent, opened and clicked", async () => {
  const { mail, other, becomes } = await arrive();
  await becomes({ recipients: 2, sent: 2, delivered: 2, opened: 0, clicked: 0 });
  expect((await get(pictureIn(mail))).headers.get("content-type")).toBe("image/gif");
  await becomes({ opened: 1, clicked: 0, machine_opened: 0 });
  expect((await get(shopIn(mail))).headers.get("location")).toBe(SHOP);
  await becomes({ opened: 1, clicked: 1, machine_clicked: 0 });
  // With pictures off, a click is all that tells.
  await get(shopIn(other));
  await becomes({ opened: 1, clicked: 2 });
});

const LEAVE: Record<string, (arrived: Arrived) => Promise<unknown>> = {
  "an inbox’s one click": ({ mail }) => post(headerUrl(mail), { "List-Unsubscribe": "One-Click" }),
  async "the link in its text"({ mail }) {
    const url = wayOutIn(mail);
    expect((await get(url)).status).toBe(200);
    expect(await post(url, { action: "unsubscribe" })).toBe(200);
  },
  async "the link in its plain text"({ mail }) {
    const url = /http\S+\/u\/[\w-]+/.exec(mail.text ?? "")?.[0] ?? "";
    expect(await post(url, { action: "unsubscribe" })).toBe(200);
  },
  async "leaving a topic on the preference page"({ owner, mail }) {
    const topics = [{ key: "tours", name: "Tours" }];
    expect((await owner.api("PUT", "/contact-settings/topics", { topics })).status).toBe(200);
    expect(await post(wayOutIn(mail), { action: "leave", topic: "tours" })).toBe(200);
  },
  async "asking to be forgotten"({ mail }) {
    expect(await post(wayOutIn(mail), { action: "erase" })).toBe(200);
  },
  async "the e-mail that its header names"({ mail, comes }) {
    const [, to, subject] = /<mailto:([^?>]+)\?subject=([^>]+)>/.exec(lineOf(mail, "list-unsubscribe")) ?? [];
    await comes(
      [`From: <alias@elsewhere.example>`, `To: ${to}`, `Subject: ${decodeURIComponent(subject ?? "")}`],
      "",
    );
  },
  "a reply that says so": ({ mail, comes }) =>
    comes([`From: <${FAN}>`, "Subject: unsubscribe", `In-Reply-To: ${mail.messageId}`], ""),
  async "telling the team"({ owner }) {
    expect((await owner.api("POST", "/suppressions", { email: FAN, reason: "unsubscribe" })).status).toBe(
      200,
    );
  },
  async "telling the team, among others"({ owner }) {
    const emails = [FAN, "stranger@fans.example"];
    const { status } = await owner.api("POST", "/suppressions/many", { emails, reason: "unsubscribe" });
    expect(status).toBe(200);
  },
  async "the link, once they were merged into somebody else"({ owner, mail, contact }) {
    const keep_id = (await owner.api("POST", "/contacts", { email: "nora@work.example" })).body.id;
    const merge = { keep_id, gone_id: (await contact()).id };
    expect((await owner.api("POST", "/contacts/merge", merge)).status).toBe(200);
    expect(await post(headerUrl(mail), { "List-Unsubscribe": "One-Click" })).toBe(200);
  },
  async "the link, once their address changed"({ owner, mail, contact }) {
    const { id } = await contact();
    expect((await owner.api("PATCH", `/contacts/${id}`, { email: "nora@work.example" })).status).toBe(200);
    expect(await post(headerUrl(mail), { "List-Unsubscribe": "One-Click" })).toBe(200);
  },
};

it.each(Object.entries(LEAVE))("5.11 unsubscribed, by %s", async (_way, leave) => {
  const arrived = await arrive();
  for (const method of ["GET", "HEAD"]) await get(headerUrl(arrived.mail), BROWSER, method);
  await arrived.becomes({ sent: 2, unsubscribed: 0 });
  await leave(arrived);
  await arrived.becomes({ delivered: 2, unsubscribed: 1, complained: 0, replied: 0 });
  // Once more changes nothing.
  await leave(arrived).catch(() => undefined);
  await arrived.becomes({ unsubscribed: 1 });
  const { items } = (await arrived.owner.api("GET", `/campaigns/${arrived.id}/deliveries`)).body;
  expect(items.filter((row: { unsubscribed_at: string | null }) => row.unsubscribed_at)).toHaveLength(1);
});

it("5.11 who leaves more than seven days later, or is blocked by the team, unsubscribed because of nothing", async () => {
  const { owner, mail, becomes } = await arrive();
  await owner.api("POST", "/suppressions", { email: "lou@fans.example", reason: "manual" });
  app.clock.advance(8 * DAY_MS);
  expect(await post(headerUrl(mail), { "List-Unsubscribe": "One-Click" })).toBe(200);
  await vi.waitFor(async () => {
    const { items } = (await owner.api("GET", `/contacts?q=${FAN}`)).body;
    expect(items[0].status).toBe("unsubscribed");
  }, WAIT);
  app.clock.advance(-8 * DAY_MS);
  await becomes({ delivered: 2, unsubscribed: 0 });
});

it("what says of an unsubscription names the campaign whole, and whom its e-mail went to", async () => {
  const { owner, id, mail, contact } = await arrive();
  const { id: recipient } = await contact();
  await post(headerUrl(mail), { "List-Unsubscribe": "One-Click" });
  const { items } = (await owner.api("GET", `/contacts/${recipient}/timeline`)).body;
  expect(items).toContainEqual(
    expect.objectContaining({ kind: "suppressed", data: expect.objectContaining({ campaign: id }) }),
  );
  const [event] = await rowsOf<{ payload: unknown }>(
    app.platform.db,
    sql`select payload from events where account = ${owner.id} and name = 'contact.unsubscribed'`,
  );
  expect(event?.payload).toEqual({ scope: null, campaign: id, recipient });
});

const MAILER = "From: MAILER-DAEMON@mx.example";
/** A delivery status, as the receiving server sends it later (RFC 3464). */
const statusOf = (id: string, status: string, words: string) =>
  [
    ...["This is a MIME message.", "", "--b", "Content-Type: text/plain", "", "It didn't arrive.", "--b"],
    ...["Content-Type: message/delivery-status", "", "Reporting-MTA: dns; mx.example", ""],
    ...[
      `Final-Recipient: rfc822; ${FAN}`,
      "Action: failed",
      `Status: ${status}`,
      `Diagnostic-Code: smtp; ${words}`,
    ],
    ...["", "--b", "Content-Type: text/rfc822-headers", "", `Message-ID: ${id}`, "", "--b--"],
  ].join("\n");
const REPORT = (type: string) => [
  ...[MAILER, "Subject: Undelivered Mail Returned to Sender", "Return-Path: <>"],
  `Content-Type: multipart/report; report-type=${type}; boundary=b`,
];
const abuse = (id: string) =>
  [
    ...["--b", "Content-Type: text/plain", "", "This is an abuse report.", "--b"],
    ...[
      "Content-Type: message/feedback-report",
      "",
      "Feedback-Type: abuse",
      "User-Agent: Loop/1",
      "Version: 1",
    ],
    ...[
      `Original-Rcpt-To: <${FAN}>`,
      "",
      "--b",
      "Content-Type: text/rfc822-headers",
      "",
      `Message-ID: ${id}`,
      "",
      "--b--",
    ],
  ].join("\n");
const idOf = ({ messageId }: ParsedMail) => String(messageId);

/** What Postmark says to the account's URL. */
async function hook({ owner, mailbox }: Arrived, event: object) {
  const path = `/mailboxes/${mailbox.id}/provider`;
  const { url } = (await owner.api("PUT", path, { provider: "postmark" })).body;
  const { username, password, origin, pathname } = new URL(url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const headers = { authorization, "content-type": "application/json" };
  const { status } = await fetch(origin + pathname, { method: "POST", headers, body: JSON.stringify(event) });
  expect(status).toBe(200);
}
const told = ({ id }: Arrived, contact_id: string, more: object) => ({
  ID: 42,
  MessageID: randomUUID(),
  Email: FAN,
  BouncedAt: app.clock.now().toISOString(),
  Metadata: { fanfare: `${id}.${contact_id}` },
  ...more,
});

const COME_BACK: Record<string, [(arrived: Arrived) => Promise<unknown>, Counts]> = {
  "a bounce to the inbox": [
    ({ mail, comes }) =>
      comes(REPORT("delivery-status"), statusOf(idOf(mail), "5.1.1", "550 5.1.1 No such user")),
    { sent: 2, delivered: 1, bounced_hard: 1, bounced_soft: 0 },
  ],
  "a full inbox, told to the inbox": [
    ({ mail, comes }) =>
      comes(REPORT("delivery-status"), statusOf(idOf(mail), "5.2.2", "552 5.2.2 Mailbox full")),
    { sent: 2, delivered: 1, bounced_hard: 0, bounced_soft: 1 },
  ],
  "a bounce that its provider tells of": [
    async (arrived) => {
      const { id } = await arrived.contact();
      const words = { Type: "HardBounce", Details: "550 5.1.1 No such user" };
      await hook(arrived, told(arrived, id, { RecordType: "Bounce", ...words }));
    },
    { sent: 2, delivered: 1, bounced_hard: 1, bounced_soft: 0 },
  ],
  "a complaint to the inbox": [
    ({ mail, comes }) => comes(REPORT("feedback-report"), abuse(idOf(mail))),
    { delivered: 2, complained: 1, unsubscribed: 0 },
  ],
  "a complaint that its provider tells of": [
    async (arrived) => {
      const { id } = await arrived.contact();
      await hook(arrived, told(arrived, id, { RecordType: "SpamComplaint" }));
    },
    { delivered: 2, complained: 1, unsubscribed: 0 },
  ],
  "a reply": [
    ({ mail, comes }) =>
      comes([`From: Nora <${FAN}>`, "Subject: Re: Hello", `In-Reply-To: ${idOf(mail)}`], "Love it!"),
    { delivered: 2, replied: 1 },
  ],
  "a vacation notice": [
    ({ mail, comes }) =>
      comes(
        [`From: <${FAN}>`, "Subject: Away", `In-Reply-To: ${idOf(mail)}`, "Auto-Submitted: auto-replied"],
        "I'm away.",
      ),
    { delivered: 2, replied: 0, bounced_soft: 0 },
  ],
};

it.each(Object.entries(COME_BACK))("5.11 what comes back: %s", async (_what, [happens, counts]) => {
  const arrived = await arrive();
  await happens(arrived);
  await arrived.becomes(counts);
});

it("5.11 refused at the door because its address is dead, which trying again leaves alone", async () => {
  const refusals: string[] = [];
  const refuses = (email: string) => email === FAN && refusals.push(email) > 0;
  const { owner, sender, id, becomes } = await arrive({ refuses });
  await becomes({ recipients: 2, sent: 1, refused: 1, delivered: 1, bounced_hard: 1, bounced_soft: 0 });
  const { totals } = (await owner.api("GET", "/marketing/analytics")).body;
  expect(totals.rates.bounce_hard).toBe(0.5);
  expect((await owner.api("POST", "/suppressions", { email: FAN })).body.reason).toBe("hard_bounce");
  expect((await sender.act(id, "retry", { status: "failed" })).status).toBe(200);
  await sender.reaches(id, "sent");
  await becomes({ sent: 1, refused: 1, bounced_hard: 1 });
  expect(refusals).toHaveLength(1);
});

it("5.11 ordered, after a click in it", async () => {
  const { owner, mail, id } = await arrive();
  await get(shopIn(mail));
  const order = { id: "A-1", email: FAN, amount: 1250, currency: "USD" };
  expect((await owner.api("POST", "/orders", order)).body.campaign_id).toBe(id);
  const { totals, campaigns } = (await owner.api("GET", "/marketing/analytics")).body;
  const revenue = [{ currency: "USD", amount: 1250, orders: 1 }];
  for (const shown of [totals, campaigns[0]])
    expect(shown).toMatchObject({ conversions: 1, conversion_rate: 0.5, revenue });
});

it("5.11 from a link's utm_ parameters over the owner's page to an order at the e-mail that was clicked in last", async () => {
  const { owner, sender, mailbox, mail: earlier } = await arrive();
  const { id: profile_id, username } = (await owner.api("POST", "/profiles", { name: "Mia" })).body;
  const page = `${app.url}/${username}?utm_source=newsletter&utm_campaign=spring#shop`;
  mailbox.server.received.length = 0;
  const id = await sender.add({ html: HTML.replace(/https:[^"]*/, page.replaceAll("&", "&amp;")) });
  expect((await sender.act(id, "send")).status).toBe(200);
  await sender.reaches(id, "sent");
  app.clock.advance(60_000);
  const mail = mailbox.server.received.find((one) => [one.to].flat()[0]?.text === FAN) as ParsedMail;
  await get(shopIn(earlier));
  app.clock.advance(60_000);
  const to = (await get(shopIn(mail))).headers.get("location") ?? "";
  expect([to, (await get(to)).status]).toEqual([page, 200]);
  // What the page's script says of it.
  const view = { id: randomUUID(), profile_id, session_id: "s", query: new URL(to).search };
  const headers = { "user-agent": BROWSER };
  await app.visitor().call("POST", "/api/v1/views", view, headers);
  const { breakdowns } = (await owner.api("GET", `/profiles/${profile_id}/analytics`)).body;
  expect(breakdowns).toMatchObject({
    utm_source: [{ key: "newsletter", views: 1 }],
    utm_campaign: [{ key: "spring", views: 1 }],
  });
  const order = { id: "A-1", email: "NORA@fans.example", amount: 1250, currency: "USD" };
  expect((await owner.api("POST", "/orders", order)).body.campaign_id).toBe(id);
  const { campaigns } = (await owner.api("GET", "/marketing/analytics")).body;
  const sums = campaigns.map(({ key, conversions }: { key: string; conversions: number }) => [
    key,
    conversions,
  ]);
  expect(Object.fromEntries(sums)[id]).toBe(1);
  expect(campaigns).toHaveLength(2);
});

it("5.11 what a person opened did arrive, though a server said otherwise, so that no rate exceeds 100%", async () => {
  const arrived = await arrive();
  const { mail, other, comes, becomes } = arrived;
  await comes(REPORT("delivery-status"), statusOf(idOf(mail), "5.2.2", "552 5.2.2 Mailbox full"));
  await becomes({ delivered: 1 });
  for (const one of [mail, other]) await get(pictureIn(one));
  await becomes({ delivered: 2, opened: 2, bounced_soft: 1 });
});

it("5.11 an e-mail of a sequence counts for sequences, its step and everything, and not for campaigns", async () => {
  const on = await startSequencer(app);
  const { owner, mailbox } = on;
  await on.addFans({ nora: {}, lou: {} });
  const id = await on.publish({
    steps: [{ id: "hi", type: "send", mail: { mode: "html", subject: "Welcome!", html: HTML } }],
  });
  await on.enroll(id, "nora");
  await on.arrived(["nora Welcome!"]);
  const campaign = await on.add({ html: HTML });
  await on.act(campaign, "send");
  await on.reaches(campaign, "sent");
  const form = { to: "buyer@shop.example", subject: "Receipt", text: "Thanks" };
  expect((await owner.api("POST", "/mails", form)).status).toBe(201);
  await vi.waitFor(() => expect(mailbox.server.received).toHaveLength(4), WAIT);
  app.clock.advance(60_000);
  const mail = mailbox.server.received.find(({ subject }) => subject === "Welcome!") as ParsedMail;
  await get(pictureIn(mail));
  await get(shopIn(mail));
  const order = { id: "A-1", email: FAN, amount: 1250, currency: "USD" };
  expect((await owner.api("POST", "/orders", order)).status).toBeLessThan(300);
  expect(await post(headerUrl(mail), { "List-Unsubscribe": "One-Click" })).toBe(200);
  const revenue = [{ currency: "USD", amount: 1250, orders: 1 }];
  const bought = { opened: 1, clicked: 1, unsubscribed: 1, opens: 1, clicks: 1, conversions: 1, revenue };
  const none = { opened: 0, clicked: 0, unsubscribed: 0, opens: 0, clicks: 0, conversions: 0, revenue: [] };
  const figures = async (query = "") => (await owner.api("GET", `/marketing/analytics${query}`)).body;
  await vi.waitFor(async () => {
    const { kinds, totals } = await figures();
    expect(kinds).toEqual([
      expect.objectContaining({ key: "campaigns", sent: 2, delivered: 2, ...none }),
      expect.objectContaining({ key: "sequences", sent: 1, delivered: 1, ...bought }),
      expect.objectContaining({ key: "transactional", sent: 1, delivered: 1, ...none }),
    ]);
    expect(totals).toMatchObject({ sent: 3, ...bought });
  }, WAIT);
  const all = await figures();
  expect(all.campaigns).toEqual([expect.objectContaining({ key: campaign, sent: 2, ...none })]);
  const step = { key: `${id}/hi`, owner_id: id, step_id: "hi", label: "Welcome: Welcome!", recipients: null };
  expect(all.steps).toEqual([expect.objectContaining({ ...step, sent: 1, ...bought })]);
  const sequences = await figures("?kind=sequences");
  expect(sequences).toMatchObject({
    totals: { sent: 1, recipients: null, ...bought },
    campaigns: [],
    kinds: [{ key: "sequences" }],
  });
  expect(sequences.series.reduce((sum: number, { sent }: { sent: number }) => sum + sent, 0)).toBe(1);
  expect(sequences.accounts).toEqual([expect.objectContaining({ key: mailbox.id, sent: 1 })]);
  expect(await figures("?kind=campaigns")).toMatchObject({ totals: { sent: 2, ...none }, steps: [] });
  const transactional = await figures("?kind=transactional");
  expect(transactional).toMatchObject({ totals: { sent: 1, ...none }, campaigns: [], steps: [] });
  expect(transactional.domains).toEqual([expect.objectContaining({ key: "shop.example", sent: 1 })]);
  expect(transactional.totals.rates).toMatchObject({ open: null, click: null, delivery: 1 });
  const file = String((await owner.api("GET", "/marketing/analytics/export?part=steps")).body);
  expect(file).toContain("Welcome: Welcome!");
  expect((await owner.api("GET", "/marketing/analytics?kind=none")).status).toBe(400);
});
