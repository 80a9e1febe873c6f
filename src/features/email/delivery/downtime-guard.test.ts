// @project server-postgres
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { launchCampaign } from "#src/features/email/campaigns/preflight/preflight.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { momentIn } from "#src/lib/time-zones.ts";
import type { TestApp } from "#test/harness/app.ts";
import { resumeAfterRestart, runDue, type Sender, startSender } from "#test/harness/campaigns.ts";
import { eventsOf } from "#test/harness/events.ts";
import { signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import { batchLedger } from "./send/send.ts";
import { runWorker } from "./worker/worker.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let app: TestApp;

beforeAll(async () => {
  // Nothing runs by itself, so an instance is down between a test's steps.
  app = await startMailboxApp({ ROLES: "web" });
});
afterAll(() => app?.close());

const sendDue = ({ owner, mailbox }: Sender) =>
  runWorker(app.platform, batchLedger, { account: owner.id, mailbox_id: mailbox.id });
const decide = (sender: Sender, id: string, action: "send" | "skip") => sender.act(id, "late", { action });
const lateIn = async (id: string) =>
  (await eventsOf(app, id)).filter(({ name }) => name === "campaign.late").map(({ payload }) => payload);

/** A campaign at noon on everyone's own clock, of which the first wave has gone out. */
async function startWaves() {
  const sender = await startSender(app);
  await sender.addFans({
    tokyo: { zone: "Asia/Tokyo" },
    berlin: { zone: "Europe/Berlin" },
    honolulu: { zone: "Pacific/Honolulu" },
  });
  const local_time = `${new Date(app.clock.now().getTime() + 2 * DAY_MS).toISOString().slice(0, 10)}T12:00`;
  const setClock = (zone: string, ms: number) =>
    app.clock.set(new Date(momentIn(zone, local_time).getTime() + ms));
  const id = await sender.add();
  expect((await sender.act(id, "schedule", { local_time, time_zone: "UTC" })).status).toBe(200);
  setClock("Asia/Tokyo", MINUTE_MS);
  await runDue(app.platform);
  await launchCampaign(app.platform, { account: sender.owner.id, id });
  await sendDue(sender);
  await runDue(app.platform);
  expect(sender.received()).toEqual(["tokyo"]);
  return { id, sender, setClock };
}

it("5.3.3 a wave that came up while nothing ran waits for its owner, and later ones go out on time", async () => {
  const { id, sender, setClock } = await startWaves();
  setClock("Europe/Berlin", 2 * HOUR_MS);
  // Two processes start at once.
  await Promise.all([resumeAfterRestart(app.platform), resumeAfterRestart(app.platform)]);
  await sendDue(sender);
  expect(sender.received()).toEqual(["tokyo"]);
  expect(await sender.get(id)).toMatchObject({ state: "sending", figures: { late: 1, waiting: 2 } });
  const { items } = (await sender.owner.api("GET", `/campaigns/${id}/deliveries?status=pending`)).body;
  const held = { due_at: null, reason: "This instance was down at their time, so it waits for you." };
  expect(items).toEqual(expect.arrayContaining([expect.objectContaining(held)]));

  setClock("Pacific/Honolulu", MINUTE_MS);
  await runDue(app.platform);
  await resumeAfterRestart(app.platform);
  await sendDue(sender);
  expect(sender.received()).toEqual(["tokyo", "honolulu"]);
  expect(await sender.get(id)).toMatchObject({ state: "sending", figures: { late: 1, waiting: 1 } });
  expect(await lateIn(id)).toEqual([{ count: 1 }]);

  const stranger = await signUpSender(app);
  const other = await stranger.api("POST", `/campaigns/${id}/late`, { action: "skip" });
  expect(other.body.code).toBe("CAMPAIGN_NOT_FOUND");
  await sender.owner.api("PUT", "/sending", { is_stopped: true });
  expect((await decide(sender, id, "send")).body.code).toBe("SENDING_STOPPED");
  await sender.owner.api("PUT", "/sending", { is_stopped: false });
  expect((await decide(sender, id, "send")).body).toMatchObject({ figures: { late: 0, waiting: 1 } });
  await sendDue(sender);
  expect(sender.received()).toEqual(["tokyo", "honolulu", "berlin"]);
  expect(await sender.get(id)).toMatchObject({ state: "sent", figures: { sent: 3 } });
  expect((await decide(sender, id, "send")).body.code).toBe("CAMPAIGN_STATE");
});

it("5.3.3 a wave that came up while only the database was away waits for its owner too", async () => {
  const { id, sender, setClock } = await startWaves();
  const { uptime } = os;
  const setUptime = (more: number) => {
    os.uptime = () => uptime() + more;
    syncBuiltinESMExports();
  };
  onTestFinished(() => setUptime(0));
  setClock("Europe/Berlin", 2 * HOUR_MS);
  setUptime(2 * 3600);
  // It's a job that waited which notices, before the minute's tick.
  await sendDue(sender);
  await runDue(app.platform);
  await sendDue(sender);
  expect(sender.received()).toEqual(["tokyo"]);
  expect(await lateIn(id)).toEqual([{ count: 1 }]);
});

it("5.3.3 a wave that was late can be left out, which ends a campaign with nothing else to send", async () => {
  const { id, sender, setClock } = await startWaves();
  setClock("Pacific/Honolulu", 2 * HOUR_MS);
  await resumeAfterRestart(app.platform);
  expect(await lateIn(id)).toEqual([{ count: 2 }]);
  expect((await decide(sender, id, "skip")).body.figures).toMatchObject({ late: 0, waiting: 0, skipped: 2 });
  await sendDue(sender);
  expect(await sender.get(id)).toMatchObject({ state: "sent", figures: { sent: 1, skipped: 2 } });
  expect(sender.received()).toEqual(["tokyo"]);
});

it("5.3.3 a wave that's as late as the account allows goes out, and no later", async () => {
  const { id, sender, setClock } = await startWaves();
  setClock("Europe/Berlin", 59 * MINUTE_MS);
  await resumeAfterRestart(app.platform);
  await sendDue(sender);
  expect(sender.received()).toEqual(["tokyo", "berlin"]);
  await sender.owner.api("PUT", "/sending/rules", { approval_above: null, late_minutes: 15 });
  setClock("Pacific/Honolulu", 59 * MINUTE_MS);
  await resumeAfterRestart(app.platform);
  await sendDue(sender);
  expect(sender.received()).toEqual(["tokyo", "berlin"]);
  expect(await lateIn(id)).toEqual([{ count: 1 }]);
});

it("5.3.3 a start that was cut off isn’t made up for unasked once it’s too late", async () => {
  const sender = await startSender(app);
  await sender.addFans({ one: {} });
  const [id, soon] = [await sender.add(), await sender.add({ subject: "Soon" })];
  await sender.act(id, "send");
  app.clock.advance(2 * HOUR_MS);
  await sender.act(soon, "send");
  await resumeAfterRestart(app.platform);
  for (const one of [id, soon]) await launchCampaign(app.platform, { account: sender.owner.id, id: one });
  expect(await sender.get(id)).toMatchObject({
    state: "failed",
    state_reason: expect.stringContaining("too late"),
  });
  expect(await sender.get(soon)).toMatchObject({ state: "sending" });
});

it("5.3.3 what limits left for another day goes on the next day, but not unasked after an instance was down", async () => {
  const limits = { per_second: null, per_minute: null, per_hour: null, per_day: 1 };
  const sender = await startSender(app, {}, { limits });
  await sender.addFans({ one: {}, two: {}, three: {} });
  const id = await sender.add();
  await sender.act(id, "send");
  await launchCampaign(app.platform, { account: sender.owner.id, id });
  await sendDue(sender);
  expect(sender.received()).toHaveLength(1);
  // A running process whose clock jumps has kept nothing from going out.
  app.clock.advance(25 * HOUR_MS);
  await runDue(app.platform);
  await sendDue(sender);
  expect(sender.received()).toHaveLength(2);
  app.clock.advance(25 * HOUR_MS);
  await resumeAfterRestart(app.platform);
  await sendDue(sender);
  expect(sender.received()).toHaveLength(2);
  expect(await lateIn(id)).toEqual([{ count: 1 }]);
});
