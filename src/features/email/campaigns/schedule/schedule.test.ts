// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { momentIn } from "#src/lib/time-zones.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { runDue, type Sender, startSender } from "#test/harness/campaigns.ts";
import { eventsOf } from "#test/harness/events.ts";
import { signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";

const WAIT = { timeout: 20_000 };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
let sender: Sender;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  sender = await startSender(app);
});

describe("by everyone's own clock", () => {
  it("5.3.2 each gets it at that time where they are, and where nobody knows, where its owner is", async () => {
    // A noon in winter, two days from now, for which no clock is past that time.
    const local_time = `${new Date(app.clock.now().getTime() + 2 * DAY_MS).toISOString().slice(0, 10)}T12:00`;
    await sender.addFans({
      tokyo: { zone: "Asia/Tokyo", country: "US" },
      kyoto: { country: "JP" },
      nowhere: {},
      odd: { zone: "Mars/Base", country: "XX" },
      manyzones: { country: "US" },
      lisbon: { zone: "Europe/Lisbon" },
    });
    const id = await sender.add();
    const clock = { local_time, time_zone: "Europe/Berlin" };
    const at = (zone: string) => momentIn(zone, local_time).toISOString();
    const plan = [
      { at: at("Asia/Tokyo"), count: 2 },
      { at: at("Europe/Berlin"), count: 3 },
      { at: at("Europe/Lisbon"), count: 1 },
    ];
    expect((await sender.act(id, "waves", clock)).body.waves).toEqual(plan);
    const scheduled = (await sender.act(id, "schedule", clock)).body;
    expect(scheduled).toMatchObject({ state: "scheduled", scheduled_at: at("Asia/Tokyo"), ...clock });
    // Another audience may start elsewhere.
    const tagged = sql`update contacts set tags = '{west}' where user_id = ${sender.owner.id} and email like 'lisbon%'`;
    await app.platform.db.execute(tagged);
    const aimAt = async (...tags: string[]) =>
      (await sender.owner.api("PATCH", `/campaigns/${id}`, { audience: { tags } })).body.scheduled_at;
    expect(await aimAt("west")).toBe(at("Europe/Lisbon"));
    expect(await aimAt()).toBe(at("Asia/Tokyo"));
    app.clock.set(new Date(Date.parse(at("Asia/Tokyo")) + 20 * 60_000));
    await runDue(app.platform);
    await vi.waitUntil(() => sender.received().length === 2, WAIT);
    expect(sender.received().sort()).toEqual(["kyoto", "tokyo"]);
    const rows = await rowsOf<{ due_at: Date | string; count: number }>(
      app.platform.db,
      sql`select due_at, count(*)::int as count from deliveries where batch_id = ${id} group by due_at order by due_at`,
    );
    expect(rows.map(({ due_at, count }) => ({ at: new Date(due_at).toISOString(), count }))).toEqual(plan);
    app.clock.set(new Date(Date.parse(at("Europe/Lisbon")) + 1000));
    await runDue(app.platform);
    await sender.reaches(id, "sent");
    expect(sender.received()).toHaveLength(6);
  });

  it("5.3.2 fans' clocks are where their browsers said when they signed up", async () => {
    const { body: page } = await sender.owner.api("POST", "/profiles", { name: "Mia" });
    const form = { lead_capture_enabled: true, collect_without_download: true };
    await sender.owner.api("PATCH", `/profiles/${page.id}`, form);
    const fan = { p_profile_id: page.id, p_name: "Nora", p_email: "nora@fans.example" };
    const zone = { p_time_zone: "Asia/Kathmandu" };
    expect((await app.visitor().api("POST", "/rpc/insert_fan_lead", { ...fan, ...zone })).status).toBe(200);
    const local_time = new Date(app.clock.now().getTime() + 2 * DAY_MS).toISOString().slice(0, 16);
    const { waves } = (await sender.act(await sender.add(), "waves", { local_time, time_zone: "UTC" })).body;
    expect(waves).toEqual([{ at: momentIn("Asia/Kathmandu", local_time).toISOString(), count: 1 }]);
  });

  it("5.3.2 whoever's clock is past that time gets it a day later, and a missed start asks", async () => {
    await sender.addFans({ kiritimati: { zone: "Pacific/Kiritimati" }, owner: { zone: "UTC" } });
    const soon = new Date(app.clock.now().getTime() + 2 * HOUR_MS).toISOString().slice(0, 16);
    const id = await sender.add();
    const clock = { local_time: soon, time_zone: "UTC" };
    const { waves } = (await sender.act(id, "waves", clock)).body;
    const late = new Date(momentIn("Pacific/Kiritimati", soon).getTime() + DAY_MS).toISOString();
    expect(waves).toEqual([
      { at: `${soon}:00.000Z`, count: 1 },
      { at: late, count: 1 },
    ]);
    await sender.act(id, "schedule", clock);
    // Another time is another decision, and needs no way back.
    expect((await sender.act(id, "schedule", { at: late })).body).toMatchObject({
      scheduled_at: late,
      local_time: null,
    });
    await sender.act(id, "schedule", clock);
    app.clock.advance(4 * HOUR_MS);
    await runDue(app.platform);
    expect(await sender.get(id)).toMatchObject({ state: "missed" });
    expect((await sender.act(id, "schedule", clock)).body.code).toBe("CAMPAIGN_TIME");
    expect((await sender.act(id, "waves", clock)).body.code).toBe("CAMPAIGN_TIME");
    expect((await sender.act(id, "waves", { ...clock, local_time: "soon" })).body.code).toBe("CAMPAIGN_TIME");
    const nowhere = { ...clock, time_zone: "Mars/Base" };
    for (const step of ["schedule", "waves"])
      expect((await sender.act(id, step, nowhere)).body.code).toBe("TIME_ZONE_UNKNOWN");
    expect((await (await signUpSender(app)).api("POST", `/campaigns/${id}/waves`, clock)).body.code).toBe(
      "CAMPAIGN_NOT_FOUND",
    );
  });
});

it("5.3.3 an account says how late its campaigns still go out unasked", async () => {
  await sender.addFans({ nora: {} });
  const setRules = (late_minutes: number, approval_above: number | null = null) =>
    sender.owner.api("PUT", "/sending/rules", { approval_above, late_minutes });
  for (const odd of [14, 1441, 20.5]) expect((await setRules(odd)).status).toBe(400);
  const late = async (minutes: number) => {
    const id = await sender.add();
    const at = new Date(app.clock.now().getTime() + 60_000).toISOString();
    expect((await sender.act(id, "schedule", { at })).body.state).toBe("scheduled");
    app.clock.advance((minutes + 1) * 60_000);
    await runDue(app.platform);
    return id;
  };
  expect((await setRules(15)).body).toEqual({ approval_above: null, late_minutes: 15 });
  expect(await sender.get(await late(16))).toMatchObject({ state: "missed" });
  await setRules(180);
  // Who says nothing about it changes nothing about it.
  await sender.owner.api("PUT", "/sending/rules", { approval_above: 500 });
  expect((await sender.owner.api("GET", "/sending/rules")).body).toMatchObject({ late_minutes: 180 });
  await sender.reaches(await late(170), "sent");
  const events = (await eventsOf(app)).filter(
    ({ name, account }) => name === "sending.rules_changed" && account === sender.owner.id,
  );
  expect(events.map(({ payload }) => payload)).toEqual([
    { late_minutes: 15 },
    { late_minutes: 180 },
    { approval_above: 500 },
  ]);
});

describe("the calendar", () => {
  it("5.3.4 shows what went out and will, and on which days somebody gets two", async () => {
    await sender.addFans({ nora: {}, zoe: {} });
    const { owner, add, act, reaches } = sender;
    await app.platform.db.execute(
      sql`update contacts set tags = '{vip}' where user_id = ${owner.id} and email like 'nora%'`,
    );
    // The 10th of next month, a month that has one.
    const now = app.clock.now();
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
      .toISOString()
      .slice(0, 7);
    const sent = await add({ name: "Sent" });
    await act(sent, "send");
    await reaches(sent, "sent");
    const once = await add({ name: "Once", subject: "1", audience: { tags: ["vip"] } });
    await act(once, "schedule", { at: `${month}-10T22:30:00Z` });
    const again = await add({ name: "Again", subject: "2" });
    const weekly = { every: "month", month_day: 11, time: "06:00", time_zone: "UTC" };
    await act(again, "repeat", weekly);
    const look = async (month: string, time_zone = "Europe/Berlin") =>
      (await owner.api("GET", `/sending/calendar?month=${month}&time_zone=${time_zone}`)).body;
    const next = await look(month);
    const shown = (items: { name: string; at: string; is_later_run: boolean }[]) =>
      items.map(({ name, at, is_later_run }) => [name, at.slice(8, 10), is_later_run]);
    // What's late in the evening in one zone is early in the next day's morning in another.
    expect(shown(next.items).slice(0, 1)).toEqual([["Once", "10", false]]);
    expect((await look(month, "Asia/Tokyo")).conflicts).toEqual([{ day: `${month}-11`, people: 1 }]);
    expect(next.conflicts).toEqual([]);
    const later = new Date(Date.parse(`${month}-01`) + 70 * DAY_MS).toISOString().slice(0, 7);
    expect(shown((await look(later)).items)).toEqual([["Again", "11", true]]);
    const before = await look(now.toISOString().slice(0, 7), "UTC");
    expect(shown(before.items)).toContainEqual(["Sent", now.toISOString().slice(8, 10), false]);
    expect((await look("2026-13")).code).toBe("CAMPAIGN_TIME");
    expect((await look(month, "Mars/Base")).code).toBe("TIME_ZONE_UNKNOWN");
  });
});
