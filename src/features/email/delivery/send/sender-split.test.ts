// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { approvalHash } from "#src/features/email/campaigns/approval/approval.ts";
import { recordFeedback } from "#src/features/email/delivery/delivery.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { isInState, runDue, startSender } from "#test/harness/campaigns.ts";
import { addActiveMailbox, LOGIN, startMailboxApp } from "#test/harness/mailbox.ts";
import { assignSenders } from "./sender-assignment-store.ts";
import type { SenderShare } from "./sender-split.ts";

const WAIT = { timeout: 20_000 };
const NO_LIMITS = { per_second: null, per_minute: null, per_hour: null, per_day: null };

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1";

let app: TestApp;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());

const fans = (count: number, name = "fan") =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, {}]));

/** Somebody with a second sending account, and campaigns that go out through both. */
async function startBoth(manners = {}, shares = [1, 1]) {
  const sender = await startSender(app, manners);
  const { owner, mailbox } = sender;
  const more = { from_name: "Nora", from_address: "nora@mia.example", postal_address: "Main Street 1" };
  const second = await addActiveMailbox(app, owner, { more });
  const [mailbox_share, share] = shares;
  const both = { mailbox_share, more_mailboxes: [{ share, mailbox_id: second.id }] };
  const byId: Record<string, string> = { [mailbox.id]: "first", [second.id]: "second" };
  /** Who gets a campaign through which account. */
  const through = async (id: string) => {
    const { items } = (await owner.api("GET", `/campaigns/${id}/deliveries`)).body as Deliveries;
    const names = (which: string) =>
      items
        .filter(({ mailbox_id }) => byId[mailbox_id ?? ""] === which)
        .map(({ email }) => email.split("@")[0] ?? "")
        .sort();
    return { first: names("first"), second: names("second") };
  };
  const receivedBy = ({ server }: typeof mailbox) =>
    server.received.map(({ to }) => [to].flat()[0]?.text.split("@")[0] ?? "").sort();
  const set = (id: string, body: object) => owner.api("PATCH", `/mailboxes/${id}`, body);
  const add = (more: object = {}) => sender.add({ ...both, ...more });
  const waits = async (id: string) => (await sender.get(id)).figures.waiting;
  return { ...sender, second, add, through, receivedBy, set, waits };
}

interface Deliveries {
  items: { email: string; mailbox_id: string | null }[];
}

interface Check {
  is_ready: boolean;
  problems: { severity: string; where: string; message: string; about?: string }[];
}

const waysOf = (shares: number[]): SenderShare[] =>
  shares.map((share, sender_index) => ({ share, sender_index, mailbox_id: randomUUID() }));

/** How many of so many people get each account. */
async function countShares(shares: number[], people: number, before = 0): Promise<number[]> {
  const source = sql`select md5(n::text)::uuid as id, null::text as reason from generate_series(1, ${people}::int) n`;
  const rows = await rowsOf<{ sender_index: number; count: number }>(
    app.platform.db,
    sql`select sender_index, count(*)::int as count from (${assignSenders(source, "nobody", { ways: waysOf(shares), before })}) s group by sender_index`,
  );
  return shares.map((_, place) =>
    Number(rows.find(({ sender_index }) => sender_index === place)?.count ?? 0),
  );
}

it("5.1.6 each sending account gets its share, also of a few people, and of those who come later one by one", async () => {
  expect(await countShares([1, 1], 2)).toEqual([1, 1]);
  expect(await countShares([3, 1], 4)).toEqual([3, 1]);
  expect(await countShares([50, 30, 20], 10)).toEqual([5, 3, 2]);
  for (const people of [1, 5, 7, 100]) {
    const counts = await countShares([7, 1, 2], people);
    expect(counts.reduce((sum, count) => sum + count)).toBe(people);
    for (const [place, share] of [7, 1, 2].entries())
      expect(Math.abs((counts[place] ?? 0) - (people * share) / 10)).toBeLessThan(1);
  }
  const late = await Promise.all(Array.from({ length: 10 }, (_, before) => countShares([1, 1], 1, before)));
  const first = late.filter(([one]) => one === 1).length;
  expect([4, 5, 6]).toContain(first);
});

it("5.1.6 an account that’s named twice, however its id is written, sends everything", async () => {
  const { addFans, add, act, reaches, receivedBy, mailbox } = await startBoth();
  await addFans(fans(4));
  const id = await add({ more_mailboxes: [{ share: 1, mailbox_id: mailbox.id.toUpperCase() }] });
  await act(id, "send");
  await reaches(id, "sent");
  expect(receivedBy(mailbox)).toHaveLength(4);
});

it("5.1.6 everyone keeps the account they know, the others are shared out, and figures tell them apart", async () => {
  const { owner, mailbox, second, add, addFans, act, reaches, through, receivedBy, get } = await startBoth(
    {},
    [3, 1],
  );
  await addFans(fans(8));
  const id = await add({ html: `<a href="https://mia.art/">Shop</a>${HTML}` });
  expect(await get(id)).toMatchObject({
    mailbox_share: 3,
    more_mailboxes: [{ mailbox_id: second.id, share: 1 }],
  });
  await act(id, "send");
  await reaches(id, "sent");
  const before = await through(id);
  expect([before.first.length, before.second.length]).toEqual([6, 2]);
  expect([receivedBy(mailbox), receivedBy(second)]).toEqual([before.first, before.second]);
  // The main account's name is everyone's, the address is each one's own.
  expect(second.server.received[0]?.from?.value).toEqual([{ name: "Mia", address: "nora@mia.example" }]);
  const day = app.clock.now().toISOString().slice(0, 10);
  const figures = async (query = "") =>
    (await owner.api("GET", `/marketing/analytics?from=${day}&to=${day}${query}`)).body;
  const { accounts, totals } = await figures();
  expect(totals).toMatchObject({ sent: 8, recipients: 8 });
  expect(accounts).toMatchObject([
    { key: mailbox.id, sent: 6, recipients: 6 },
    { key: second.id, sent: 2, recipients: 2, label: "nora@mia.example" },
  ]);
  // Somebody who got it through the second account looks at it, follows its link and buys.
  app.clock.advance(60_000);
  const [said] = second.server.received;
  for (const [, url = ""] of String(said?.html).matchAll(
    /(?:<a href|<img src)="([^"]+\/m\/[^"]+)"(?! aria)/g,
  ))
    await app.visitor().call("GET", url.replace(app.url, ""), undefined, { "user-agent": IPHONE });
  const [{ address: email = "" } = {}] = [said?.to].flat()[0]?.value ?? [];
  const order = { id: "1", email, amount: 500, currency: "EUR", ordered_at: app.clock.now().toISOString() };
  expect((await owner.api("POST", "/orders", order)).status).toBeLessThan(300);
  expect((await figures(`&mailbox_id=${mailbox.id}`)).totals).toMatchObject({
    opens: 0,
    clicks: 0,
    revenue: [],
  });
  const { totals: its } = await figures(`&mailbox_id=${second.id}`);
  expect(its).toMatchObject({
    sent: 2,
    recipients: 2,
    opened: 1,
    opens: 1,
    clicks: 1,
    revenue: [{ amount: 500 }],
  });
  await addFans(fans(4, "new"));
  const again = await add({ subject: "Again", html: `${HTML}!`, mailbox_share: 1 });
  await act(again, "send");
  await reaches(again, "sent");
  const after = await through(again);
  const old = (names: string[]) => names.filter((name) => name.startsWith("fan"));
  expect([old(after.first), old(after.second)]).toEqual([before.first, before.second]);
  expect([after.first.length, after.second.length]).toEqual([6 + 2, 2 + 2]);
});

const HTML = `<p>Hi</p><p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`;

it("5.1.6 an account whose server refuses our sign-in midway leaves what waits to the other: nobody is lost, nobody gets two", async () => {
  const login = { ...LOGIN };
  let taken = 0;
  const judge = () => {
    if (++taken <= 3) return undefined;
    login.pass = "another password";
    return { code: 421, words: "4.3.2 Service shutting down" };
  };
  const { mailbox, second, add, addFans, act, get, through, receivedBy } = await startBoth({ login, judge });
  const everybody = fans(30);
  await addFans(everybody);
  const id = await add();
  await act(id, "send");
  const onTheWay = sql`select from deliveries where batch_id = ${id}
    and (state = 'leased' or (state = 'pending' and due_at <= ${app.clock.now().toISOString()}::timestamptz))`;
  await vi.waitUntil(async () => {
    await runDue(app.platform);
    if ((await rowsOf(app.platform.db, onTheWay)).length === 0) app.clock.advance(60_000);
    return isInState(app, id, "sent");
  }, WAIT);
  expect(taken).toBeGreaterThan(3);
  const [row] = await rowsOf(app.platform.db, sql`select state from mailboxes where id = ${mailbox.id}`);
  expect(row).toEqual({ state: "auth_failed" });
  const [first, other] = [receivedBy(mailbox), receivedBy(second)];
  expect(first).toHaveLength(3);
  expect([...first, ...other].sort()).toEqual(Object.keys(everybody).sort());
  expect(await through(id)).toEqual({ first, second: other });
  expect((await get(id)).figures).toMatchObject({ recipients: 30, sent: 30, uncertain: 0, failed: 0 });
});

it("5.1.6 what waits for an account that’s turned off or deleted goes out through the other, unless none can send", async () => {
  const { owner, mailbox, second, add, addFans, act, get, set, waits, reaches, receivedBy } =
    await startBoth();
  await set(mailbox.id, { limits: { ...NO_LIMITS, per_day: 1 } });
  await set(second.id, { limits: { ...NO_LIMITS, per_day: 1 } });
  await addFans(fans(8));
  const id = await add();
  await act(id, "send");
  await vi.waitUntil(async () => (await waits(id)) === 6, WAIT);
  // Both are turned off: nothing moves, and nothing is lost.
  for (const one of [mailbox, second]) await set(one.id, { is_enabled: false });
  await runDue(app.platform);
  await vi.waitUntil(async () => (await leased(id)) === 0, WAIT);
  expect(await get(id)).toMatchObject({ state: "sending", figures: { waiting: 6 } });
  await owner.api("DELETE", `/mailboxes/${mailbox.id}`);
  await set(second.id, { is_enabled: true, limits: NO_LIMITS });
  await runDue(app.platform);
  await reaches(id, "sent");
  expect([receivedBy(mailbox).length, receivedBy(second).length]).toEqual([1, 7]);
  expect((await get(id)).figures).toMatchObject({ sent: 8, uncertain: 0 });
  // With the last one gone, nobody can ever send it.
  await addFans({ late: {} });
  const next = await add({ subject: "Next", html: `${HTML}!` });
  await set(second.id, { limits: { ...NO_LIMITS, per_day: 1 } });
  await act(next, "send");
  await reaches(next, "sending");
  await owner.api("DELETE", `/mailboxes/${second.id}`);
  await runDue(app.platform);
  await reaches(next, "auto_paused");
  expect((await get(next)).state_reason).toBe("Its sending account was deleted.");
});

async function leased(id: string): Promise<number> {
  const rows = await rowsOf(
    app.platform.db,
    sql`select 1 from deliveries where batch_id = ${id} and state = 'leased'`,
  );
  return rows.length;
}

it("5.1.6 an account that has sent enough for today holds up nobody else, and keeps its own for tomorrow", async () => {
  const { mailbox, second, add, addFans, act, set, waits, reaches, through, receivedBy } = await startBoth();
  await set(mailbox.id, { limits: { ...NO_LIMITS, per_day: 3 } });
  await addFans(fans(10));
  const id = await add();
  await act(id, "send");
  await vi.waitUntil(async () => (await waits(id)) === 2 && receivedBy(second).length === 5, WAIT);
  expect(receivedBy(mailbox)).toHaveLength(3);
  await vi.waitUntil(async () => (await leased(id)) === 0, WAIT);
  app.clock.advance(DAY_MS + 3_600_000);
  await runDue(app.platform);
  await reaches(id, "sent");
  expect(await through(id)).toEqual({ first: receivedBy(mailbox), second: receivedBy(second) });
  expect(receivedBy(mailbox)).toHaveLength(5);
});

it("5.1.6 the check looks at all sending accounts, and only what none of them can do is in the way", async () => {
  const { owner, mailbox, second, add, addFans, act, set } = await startBoth();
  await addFans(fans(8));
  const check = async (id: string) => (await act(id, "check")).body as Check;
  const found = async (id: string) => {
    const { is_ready, problems } = await check(id);
    const ours = problems.filter(({ where }) => ["mailbox", "sender"].includes(where));
    return [
      is_ready,
      ...ours.map(({ severity, message, about }) => [severity, message.split(/[ .,]/)[0], about]),
    ];
  };
  const id = await add();
  expect(await found(id)).toEqual([true]);
  await set(second.id, { limits: { ...NO_LIMITS, per_day: 2 } });
  const { problems } = await check(id);
  expect(problems.map(({ message }) => message)).toContain(
    "It takes about 2 days with these sending accounts.",
  );
  await set(second.id, { limits: NO_LIMITS });
  await app.platform.db.execute(sql`update mailboxes set dkim_domain = 'mia.example', dkim_key = 'sealed',
    dns_seen = '{"dkim": "lost", "spf": "good", "dmarc": "good"}' where id = ${second.id}`);
  expect(await found(id)).toEqual([true, ["warning", "The", "nora@mia.example"]]);
  await app.platform.db.execute(sql`update mailboxes set dkim_key = null where id = ${second.id}`);
  await set(mailbox.id, { is_enabled: false });
  expect(await found(id)).toEqual([true, ["warning", "This", "hello@mia.example"]]);
  await set(second.id, { is_enabled: false });
  expect(await found(id)).toEqual([
    false,
    ["stop", "This", "hello@mia.example"],
    ["stop", "This", "nora@mia.example"],
  ]);
  await set(second.id, { is_enabled: true });
  await owner.api("DELETE", `/mailboxes/${mailbox.id}`);
  expect(await found(id)).toEqual([true, ["warning", "A", undefined]]);
  // Other accounts' aren't there, either.
  const stranger = await startSender(app);
  const theirs = await add({ mailbox_id: stranger.mailbox.id, more_mailboxes: [] });
  expect(await found(theirs)).toEqual([false, ["stop", "Choose", undefined]]);
});

it("5.1.6 what comes back counts against the account that it went out through", async () => {
  const { owner, mailbox, second, add, addFans, act, reaches } = await startBoth();
  await addFans(fans(8));
  const id = await add();
  await act(id, "send");
  await reaches(id, "sent");
  const sent = await rowsOf<{ contact_id: string }>(
    app.platform.db,
    sql`select contact_id from deliveries where batch_id = ${id} and sender_index = 1 limit 3`,
  );
  for (const { contact_id } of sent) {
    const message_id = `<${id}.${contact_id}@mia.example>`;
    const at = app.clock.now().toISOString();
    await recordFeedback(app.platform, {
      account: owner.id,
      message_id,
      kind: "complained",
      words: "",
      at,
      event_id: message_id,
    });
  }
  const states = await rowsOf(
    app.platform.db,
    sql`select state from mailboxes where id in (${mailbox.id}, ${second.id}) order by id = ${second.id}`,
  );
  expect(states).toEqual([{ state: "active" }, { state: "paused_by_reputation" }]);
});

it("5.3.10 another sending account or another share is something else than what was approved", () => {
  const row = {
    audience: { condition: { all: [] } },
    from_name: "",
    mailbox_id: "a",
    mailbox_share: 1,
    more_mailboxes: [],
  };
  const [one, two] = [
    { share: 1, mailbox_id: "b" },
    { share: 2, mailbox_id: "b" },
  ];
  const versions = [
    row,
    { ...row, more_mailboxes: [one] },
    { ...row, more_mailboxes: [two] },
    { ...row, mailbox_share: 2, more_mailboxes: [two] },
    { ...row, mailbox_id: "b", more_mailboxes: [{ share: 1, mailbox_id: "a" }] },
  ];
  expect(new Set(versions.map((version) => approvalHash(version, "said"))).size).toBe(versions.length);
  // Alone, it sends everything, whatever its share is.
  expect(approvalHash({ ...row, mailbox_share: 5 }, "said")).toBe(approvalHash(row, "said"));
});
