// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DRAFTS_MAX } from "#src/features/email/campaigns/rules.ts";
import type { TestApp } from "#test/harness/app.ts";
import { resumeAfterRestart, runDue, startSender } from "#test/harness/campaigns.ts";
import { eventsOf } from "#test/harness/events.ts";
import { addActiveMailbox, signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";

const WAIT = { timeout: 20_000 };
const HOUR_MS = 3_600_000;
const HTML = `<p>Hi again</p><p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`;

interface Timeline {
  items: { kind: string; at: string }[];
}

let app: TestApp;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());

describe("a cap", () => {
  it("5.3.6 makes e-mail wait that's too much for somebody, through whichever account it goes", async () => {
    const { owner, mailbox, addFans, add, act, reaches, received } = await startSender(app);
    const other = await addActiveMailbox(app, owner, { more: { postal_address: "Main Street 1" } });
    await addFans({ nora: {} });
    const cap = { per_day: 1, per_week: 2 };
    for (let twice = 0; twice < 2; twice++)
      expect((await owner.api("PUT", "/sending/cap", cap)).body).toEqual(cap);
    expect((await owner.api("GET", "/sending/cap")).body).toEqual(cap);
    const capped = (await eventsOf(app)).filter(
      ({ account, name }) => account === owner.id && name === "sending.capped",
    );
    expect(capped).toMatchObject([{ payload: cap }]);
    const ids = [
      await add(),
      await add({ html: HTML, mailbox_id: other.id }),
      await add({ html: `${HTML}!` }),
    ];
    // The first two go through two accounts at the same moment.
    await Promise.all(ids.map((id) => act(id, "send")));
    const waiting = async () => {
      const lists = await Promise.all(
        ids.map(async (id) => (await owner.api("GET", `/campaigns/${id}/deliveries`)).body.items[0]),
      );
      return lists.filter((one) => one?.reason.includes("waits"));
    };
    const sent = () => [...received(), ...other.server.received].length;
    await vi.waitUntil(async () => (await waiting()).length === 2 && sent() === 1, WAIT);
    const held = await waiting();
    expect(held.map(({ state }) => state)).toEqual(["pending", "pending"]);
    // The last one may wait for the week already, if it was looked at together with the one before it.
    const next = Math.min(...held.map(({ due_at }) => Date.parse(due_at))) - app.clock.now().getTime();
    expect(Math.abs(next - 24 * HOUR_MS)).toBeLessThan(HOUR_MS);
    const { id: nora } = (await owner.api("GET", "/contacts?q=nora@")).body.items[0];
    const { items } = (await owner.api("GET", `/contacts/${nora}/timeline`)).body as Timeline;
    expect(items.flatMap(({ kind, at }) => (kind === "waiting" ? Date.parse(at) : [])).sort()).toEqual(
      held.map(({ due_at }) => Date.parse(due_at)).sort(),
    );
    app.clock.advance(24 * HOUR_MS + 1000);
    await runDue(app.platform);
    await vi.waitUntil(async () => sent() === 2 && (await waiting()).length === 1, WAIT);
    // The week is full now, and whoever lifts the cap lets the last one out.
    const [last] = await waiting();
    expect(Date.parse(last.due_at) - app.clock.now().getTime()).toBeGreaterThan(5 * 24 * HOUR_MS);
    await owner.api("PUT", "/sending/cap", { per_day: null, per_week: null });
    for (const id of ids) await reaches(id, "sent");
    expect(sent()).toBe(3);
    expect(mailbox.server.received.length + other.server.received.length).toBe(3);
  });
});

it("5.3.6 whoever wants fewer e-mails gets one of several campaigns that go out together", async () => {
  const { owner, addFans, add, act, reaches, received } = await startSender(app);
  const { db } = app.platform;
  const other = await addActiveMailbox(app, owner, { more: { postal_address: "Main Street 1" } });
  await addFans({ nora: {} });
  await db.execute(sql`update contacts set mail_every_days = 30 where user_id = ${owner.id}`);
  // Two share a sending account, and so a batch; the third has its own.
  const ids = [await add(), await add({ html: HTML }), await add({ html: `${HTML}!`, mailbox_id: other.id })];
  const at = new Date(app.clock.now().getTime() + 60_000).toISOString();
  for (const id of ids) expect((await act(id, "schedule", { at })).body.state).toBe("scheduled");
  // Nothing goes out until all of them have started.
  await owner.api("PUT", "/sending", { is_stopped: true });
  app.clock.advance(61_000);
  await runDue(app.platform);
  for (const id of ids) await reaches(id, "sending");
  await owner.api("PUT", "/sending", { is_stopped: false });
  for (const id of ids) await reaches(id, "sent");
  expect(received().length + other.server.received.length).toBe(1);
});

describe("a second try", () => {
  it("5.3.1 goes to those who didn't open the first, and to nobody who just got something else", async () => {
    const { owner, addFans, add, act, reaches, received, get } = await startSender(app);
    await addFans({ opened: {}, clicked: {}, machine: {}, quiet: {}, busy: {} });
    const shares = { mailbox_share: 3, more_mailboxes: [{ share: 2, mailbox_id: crypto.randomUUID() }] };
    const id = await add(shares);
    const subject = { subject: "Did you see this?" };
    const resend = async (more: object = {}) => (await act(id, "resend", { ...subject, ...more })).body;
    expect((await resend()).code).toBe("CAMPAIGN_STATE");
    await act(id, "send");
    await reaches(id, "sent");
    expect((await resend()).code).toBe("RESEND_EARLY");
    app.clock.advance(49 * HOUR_MS);
    for (const odd of ["", " ", "Hello"])
      expect((await resend({ subject: odd })).code).toBe("RESEND_SUBJECT");
    const { db } = app.platform;
    const mark = (column: string, name: string) =>
      db.execute(sql`update deliveries set ${sql.identifier(column)} = now() where batch_id = ${id}
        and contact_id = (select id from contacts where user_id = ${owner.id} and email = ${`${name}@fans.example`})`);
    await mark("opened_at", "opened");
    await mark("clicked_at", "clicked");
    await mark("machine_opened_at", "machine");
    const new_id = crypto.randomUUID();
    const draft = await resend({ new_id });
    expect(draft).toMatchObject({ ...subject, ...shares, id: new_id, state: "draft", resend_of: id });
    expect((await resend({ new_id })).id).toBe(new_id);
    await db.execute(sql`insert into campaigns (user_id, id, name, audience, state_at, created_at, updated_at)
      select ${owner.id}, gen_random_uuid(), 'x', '{}', now(), now(), now() from generate_series(2, ${DRAFTS_MAX})`);
    expect((await resend()).code).toBe("DRAFT_LIMIT");
    await db.execute(sql`delete from campaigns where user_id = ${owner.id} and name = 'x'`);
    await db.execute(
      sql`update contacts set tags = '{vip}' where user_id = ${owner.id} and email like 'busy%'`,
    );
    const other = await add({ html: HTML, audience: { tags: ["vip"] } });
    await act(other, "send");
    await reaches(other, "sent");
    const { left_out, recipients } = (await act(new_id, "check")).body;
    expect([recipients, left_out]).toMatchObject([1, [{ reason: "recent", count: 1 }]]);
    await act(new_id, "send");
    await reaches(new_id, "sent");
    expect(received().slice(-2)).toEqual(["busy", "quiet"]);
    expect((await get(new_id)).figures.recipients).toBe(1);
    const untracked = await add({ html: `${HTML}?`, tracking: "none" });
    await act(untracked, "send");
    await reaches(untracked, "sent");
    expect((await act(untracked, "resend", subject)).body.code).toBe("RESEND_UNTRACKED");
    const stranger = await signUpSender(app);
    expect((await stranger.api("POST", `/campaigns/${id}/resend`, subject)).body.code).toBe(
      "CAMPAIGN_NOT_FOUND",
    );
  });
});

it("5.10.12 a server never sees more than the limits in any second or minute, however slow it is", async () => {
  const at: number[] = [];
  const judge = () => {
    // Nearly a second goes by while the first ones are on their way.
    if (at.length === 0) app.clock.advance(950);
    at.push(app.clock.now().getTime());
    return undefined;
  };
  const limits = { per_second: 4, per_minute: 9, per_hour: null, per_day: null };
  const { addFans, add, act, reaches } = await startSender(app, { judge }, { limits });
  await addFans(Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`fan${index}`, {}])));
  const id = await add();
  await act(id, "send");
  await vi.waitUntil(() => at.length > 0, WAIT);
  // A start's look at what a killed process left may come late, and leaves alone what's being sent.
  await resumeAfterRestart(app.platform);
  await vi.waitUntil(() => at.length === 9, WAIT);
  await vi.waitUntil(async () => {
    app.clock.advance(10_000);
    await runDue(app.platform);
    return at.length === 12;
  }, WAIT);
  await reaches(id, "sent");
  for (const [ms, limit] of [
    [1000, 4],
    [60_000, 9],
  ] as const)
    for (const from of at)
      expect(at.filter((one) => one >= from && one < from + ms).length).toBeLessThanOrEqual(limit);
});
