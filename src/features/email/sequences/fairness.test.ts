// @project server-postgres
import { pino } from "pino";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { contactUpdated } from "#src/features/audience/contacts/events.ts";
import { systemCtx } from "#src/platform/context.ts";
import { Jobs } from "#src/platform/jobs/jobs.ts";
import type { TestApp } from "#test/harness/app.ts";
import { eventsOf } from "#test/harness/events.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { startSequencer, wait } from "#test/harness/sequences.ts";
import { sequenceJobs } from "./jobs.ts";

const EVENTS = 5_000;

let app: TestApp;
beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());

it("one account’s thousands of events don’t keep another’s people waiting", async () => {
  const [busy, quiet] = [await startSequencer(app), await startSequencer(app)];
  const triggers = [{ type: "tag", tag: "vip" }];
  for (const one of [busy, quiet]) {
    await one.addFans({ nora: {}, omar: {}, pia: {} });
    await one.publish({ triggers, steps: [wait("w", 1)] });
  }
  const id = (await quiet.call("GET", "")).body.items[0].id;
  const subject = await busy.contactOf("nora");
  await systemCtx(app.platform, { job: "test", account: busy.owner.id }).write((ctx) =>
    ctx.announce(contactUpdated, { subject, payload: { fields: [] } }),
  );
  const event = (await eventsOf(app, subject)).findLast(({ name }) => name === "contact.updated");
  const reactions = sequenceJobs.filter((handler) => handler.event === "contact.updated");
  const jobs = new Jobs(app.platform.database, pino({ level: "silent" }), { lookSeconds: 3600 });
  onTestFinished(() => jobs.stop(1_000));
  await jobs.start([]);
  const data = { account: busy.owner.id, id: event?.id ?? "" };
  const flood = reactions.flatMap(({ job }) => Array.from({ length: EVENTS }, () => ({ job, data })));
  await app.platform.write(({ db, now }) => jobs.enqueue(db, flood, now()));
  const took: number[] = [];
  for (const name of ["nora", "omar", "pia"]) {
    const since = performance.now();
    await quiet.owner.api("PATCH", `/contacts/${await quiet.contactOf(name)}`, { tags: ["vip"] });
    await vi.waitUntil(async () => (await quiet.placeOf(id, name)) !== "outside", {
      timeout: 120_000,
      interval: 20,
    });
    took.push(performance.now() - since);
  }
  expect(Math.max(...took)).toBeLessThan(5000);
}, 300_000);
