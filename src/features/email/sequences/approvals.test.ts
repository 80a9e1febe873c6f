import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { sweepSegments } from "#src/features/audience/segments/sweep.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { send, startSequencer, WAIT } from "#test/harness/sequences.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());

it("5.4.13 people who are picked for a segment count like those let in by hand", async () => {
  const on = await startSequencer(app);
  await on.addFans({ a: {}, b: {}, c: {} });
  const segment = async (body: object) => (await on.owner.api("POST", "/segments", body)).body.id;
  const team = await segment({ name: "Team", kind: "static" });
  const segment_id = await segment({ name: "All of it", condition: { segment_id: team } });
  await sweepSegments(app.platform);
  const id = await on.publish({ triggers: [{ type: "segment", segment_id }], steps: [send("hello")] });
  await on.owner.api("PUT", "/sending/rules", { approval_above: 2, late_minutes: 60 });
  const ids = await Promise.all(["a", "b", "c"].map(on.contactOf));
  expect((await on.owner.api("POST", `/segments/${team}/members`, { selection: { ids } })).body.count).toBe(
    3,
  );
  await sweepSegments(app.platform);
  const events = (name: string) =>
    rowsOf(app.platform.db, sql`select 1 from events where account = ${on.owner.id} and name = ${name}`);
  await vi.waitFor(async () => expect(await events("sequence.limited")).not.toEqual([]), WAIT);
  const places = await Promise.all(["a", "b", "c"].map((name) => on.placeOf(id, name)));
  expect(places.filter((place) => place === "outside")).toHaveLength(1);
});
