// @project server-postgres
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { TestApp } from "#test/harness/app.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { type Sequencer, send, startSequencer, WAIT, wait } from "#test/harness/sequences.ts";

let app: TestApp;
let on: Sequencer;
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  on = await startSequencer(app);
  await on.addFans({ nora: {} });
});

const steps = [wait("w", 1, "hours"), send("first"), wait("v", 1, "hours"), send("second")];
const reaches = (id: string, place: string) =>
  vi.waitFor(async () => expect(await on.placeOf(id, "nora")).toBe(place), WAIT);

it("5.4.9 e-mail that was due too long ago while nothing ran is left out, and the next one goes out", async () => {
  const id = await on.publish({ late_hours: 2, steps });
  await on.enroll(id, "nora");
  await reaches(id, "waiting w");
  await on.pass(5 * HOUR_MS);
  await reaches(id, "waiting v");
  await on.pass(HOUR_MS + 1000);
  await on.arrived(["nora second"]);
});

it("5.4.9 by default, what’s late goes out at once, and so does what’s a little late", async () => {
  for (const late_hours of [null, 6]) {
    const id = await on.publish({ late_hours, steps: steps.slice(0, 2) });
    await on.enroll(id, "nora");
    await reaches(id, "waiting w");
    await on.pass(5 * HOUR_MS);
    await reaches(id, "completed");
  }
  await on.arrived(["nora first", "nora first"]);
});

it("5.4.9 what piled up in a pause isn’t late: it was decided on as the pause ended", async () => {
  const id = await on.publish({ late_hours: 2, steps: steps.slice(0, 2) });
  await on.enroll(id, "nora");
  await reaches(id, "waiting w");
  await on.call("POST", `/${id}/pause`);
  app.clock.advance(9 * HOUR_MS);
  await on.call("POST", `/${id}/resume`, { backlog: "send" });
  await on.arrived(["nora first"]);
});
