// @project server-postgres
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { wallTime } from "#src/lib/time-zones.ts";
import type { TestApp } from "#test/harness/app.ts";
import { runDue, type Sender, startSender } from "#test/harness/campaigns.ts";
import { signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import { nextRun, type Recurrence } from "./series.ts";

const HOUR_MS = 3_600_000;

let app: TestApp;
let sender: Sender;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  // In the evening, an hour from now would be another day.
  const tomorrow = new Date(app.clock.now().getTime() + 24 * HOUR_MS).toISOString().slice(0, 10);
  app.clock.set(`${tomorrow}T09:00:00Z`);
  sender = await startSender(app);
});

const DAILY: Recurrence = {
  every: "day",
  weekdays: [],
  month_day: null,
  time: "09:30",
  time_zone: "Europe/Berlin",
  ends_on: null,
  runs_max: null,
};
const next = (rhythm: Partial<Recurrence>, after: string) =>
  nextRun({ ...DAILY, ...rhythm }, new Date(after));

it("5.3.1 the next run is the next time that the owner's clock shows it", () => {
  expect(next({}, "2026-03-28T08:29:00Z")).toBe("2026-03-28T08:30:00.000Z");
  // Clocks go forward that night, and back in fall, with the same hour twice.
  expect(next({}, "2026-03-28T08:30:00Z")).toBe("2026-03-29T07:30:00.000Z");
  expect(next({ time: "02:30" }, "2026-03-28T12:00:00Z")).toBe("2026-03-29T01:30:00.000Z");
  expect(next({ time: "02:30" }, "2026-10-25T00:30:00Z")).toBe("2026-10-26T01:30:00.000Z");
  expect(next({ every: "week", weekdays: [1, 4] }, "2026-11-23T09:00:00Z")).toBe("2026-11-26T08:30:00.000Z");
  expect(next({ every: "month", month_day: 31 }, "2026-01-31T09:00:00Z")).toBe("2026-02-28T08:30:00.000Z");
  expect(next({ every: "month", month_day: 31 }, "2026-02-28T09:00:00Z")).toBe("2026-03-31T07:30:00.000Z");
  expect(next({ ends_on: "2026-11-23" }, "2026-11-23T08:00:00Z")).toBe("2026-11-23T08:30:00.000Z");
  expect(next({ ends_on: "2026-11-23" }, "2026-11-23T08:30:00Z")).toBeUndefined();
  expect(next({ every: "week", weekdays: [] }, "2026-11-23T08:30:00Z")).toBeUndefined();
});

/** A rhythm whose next run is an hour from now. */
function daily(more: object = {}) {
  const time = wallTime("UTC", new Date(app.clock.now().getTime() + HOUR_MS)).slice(11);
  return { every: "day", time, time_zone: "UTC", ...more };
}
const seriesOf = async (id: string) => (await sender.owner.api("GET", `/campaigns/${id}/series`)).body;
const change = (id: string, state: string) => sender.owner.api("PUT", `/campaigns/${id}/series`, { state });
const scheduled = async () =>
  (await sender.owner.api("GET", "/campaigns")).body.items.filter(
    ({ state }: { state: string }) => state === "scheduled",
  );

/** Lets the clock reach a run, at which two nodes look at once. */
async function reach(run: { id: string; scheduled_at: string }, lateMs = 1000) {
  app.clock.set(new Date(Date.parse(run.scheduled_at) + lateMs));
  await Promise.all([runDue(app.platform), runDue(app.platform)]);
}

describe("a series", () => {
  it("5.3.1 runs once each time, goes to the same people again, and ends after its last run", async () => {
    await sender.addFans({ nora: {} });
    const shares = { mailbox_share: 3, more_mailboxes: [{ share: 2, mailbox_id: crypto.randomUUID() }] };
    const id = await sender.add(shares);
    const first = (await sender.act(id, "repeat", daily({ runs_max: 3 }))).body;
    expect(first).toMatchObject({ id, state: "scheduled" });
    await reach(first);
    await sender.reaches(id, "sent");
    const [second, ...none] = await scheduled();
    expect([second.series_id, second.subject, none]).toEqual([first.series_id, "Hello", []]);
    expect(second).toMatchObject(shares);
    expect(Date.parse(second.scheduled_at) - Date.parse(first.scheduled_at)).toBe(24 * HOUR_MS);
    expect(await seriesOf(id)).toMatchObject({ campaign_id: second.id, runs: 2, state: "active" });
    // Three days later: one run is missed, none is made up for, and the next is ahead.
    await reach(second, 72.5 * HOUR_MS);
    expect(await sender.get(second.id)).toMatchObject({ state: "missed" });
    const [third, ...more] = await scheduled();
    expect(more).toEqual([]);
    expect(Date.parse(third.scheduled_at)).toBe(Date.parse(second.scheduled_at) + 96 * HOUR_MS);
    // A clock that jumps back starts nothing.
    app.clock.set(new Date(Date.parse(first.scheduled_at) + 1000));
    await runDue(app.platform);
    expect(await scheduled()).toHaveLength(1);
    await reach(third);
    await sender.reaches(third.id, "sent");
    expect(await scheduled()).toEqual([]);
    expect(await seriesOf(id)).toMatchObject({ state: "ended", runs: 3 });
    expect(sender.received()).toEqual(["nora", "nora"]);
    expect((await change(id, "active")).body.code).toBe("CAMPAIGN_STATE");
  });

  it("5.3.1 rests while it's paused, goes on, and is over once it's ended or its next run deleted", async () => {
    await sender.addFans({ nora: {} });
    const id = await sender.add();
    const run = (await sender.act(id, "repeat", daily())).body;
    expect((await change(id, "paused")).body.state).toBe("paused");
    await reach(run);
    expect(await sender.get(id)).toMatchObject({ state: "draft", scheduled_at: null });
    expect((await change(id, "active")).body.state).toBe("active");
    const again = await sender.get(id);
    expect(Date.parse(again.scheduled_at) - Date.parse(run.scheduled_at)).toBe(24 * HOUR_MS);
    // Taking the next run back is a pause, too, and another rhythm ends it.
    await sender.act(id, "schedule", {});
    expect((await seriesOf(id)).state).toBe("paused");
    const weekly = { ...daily(), every: "week", weekdays: [app.clock.now().getUTCDay()] };
    expect((await sender.act(id, "repeat", weekly)).body.series_id).toBe(run.series_id);
    expect(await seriesOf(id)).toMatchObject({ state: "active", every: "week", runs: 1 });
    // Whoever sends the next run at once gets another one in its place.
    await sender.act(id, "send");
    const [later] = await scheduled();
    expect(later.id).not.toBe(id);
    await sender.owner.api("DELETE", `/campaigns/${later.id}`);
    expect((await seriesOf(id)).state).toBe("ended");
    const other = await sender.add({ subject: "Other" });
    await sender.act(other, "repeat", daily());
    expect((await change(other, "ended")).body.state).toBe("ended");
    expect((await sender.get(other)).state).toBe("draft");
  });

  it("says what's wrong with it, and is nobody else's", async () => {
    const id = await sender.add();
    const repeat = async (more: object) => (await sender.act(id, "repeat", daily(more))).body.code;
    expect(await repeat({})).toBe("CAMPAIGN_NOT_READY");
    expect(await repeat({ time_zone: "Mars/Base" })).toBe("TIME_ZONE_UNKNOWN");
    for (const odd of [{ every: "week" }, { ends_on: "2020-01-01" }, { time: "25:00" }])
      expect(await repeat(odd)).toBe("SERIES_EMPTY");
    expect((await seriesOf(id)).code).toBe("SERIES_NOT_FOUND");
    expect((await change(id, "paused")).body.code).toBe("SERIES_NOT_FOUND");
    await sender.addFans({ nora: {} });
    await sender.act(id, "repeat", daily());
    await change(id, "paused");
    await sender.owner.api("PATCH", `/campaigns/${id}`, { subject: "" });
    expect((await change(id, "active")).body.code).toBe("CAMPAIGN_NOT_READY");
    await sender.owner.api("PATCH", `/campaigns/${id}`, { subject: "Hi" });
    await sender.act(id, "repeat", daily({ ends_on: wallTime("UTC", app.clock.now()).slice(0, 10) }));
    await change(id, "paused");
    app.clock.advance(48 * HOUR_MS);
    expect((await change(id, "active")).body.code).toBe("SERIES_EMPTY");
    await sender.act(id, "send");
    expect(await repeat({})).toBe("CAMPAIGN_STATE");
    const other = await signUpSender(app);
    for (const [method, path, body] of [
      ["POST", "repeat", daily()],
      ["GET", "series", undefined],
      ["PUT", "series", { state: "ended" }],
    ] as const)
      expect((await other.api(method, `/campaigns/${id}/${path}`, body)).body.code).toBe(
        "CAMPAIGN_NOT_FOUND",
      );
  });
});
