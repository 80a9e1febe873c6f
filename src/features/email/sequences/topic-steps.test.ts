// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { type Sequencer, startSequencer, WAIT, wait } from "#test/harness/sequences.ts";

let app: TestApp;
let on: Sequencer;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  on = await startSequencer(app);
  await on.addFans({ nora: {}, omar: {} });
  await on.owner.api("PUT", "/contact-settings/topics", { topics: [{ key: "shop", name: "Shop" }] });
});

const topic = (id: string, action: "subscribe" | "unsubscribe") => ({
  id,
  type: "topic",
  action,
  topic: "shop",
});

const stopsOf = async (name: string) =>
  (
    await rowsOf<{ reason: string }>(
      app.platform.db,
      sql`select s.reason from suppressions s where s.user_id = ${on.owner.id} and s.scope = 'shop'
        and s.email = ${`${name}@fans.example`}`,
    )
  ).map(({ reason }) => reason);

const outcomes = async (id: string) =>
  (
    await rowsOf<{ said: string }>(
      app.platform.db,
      sql`select step_id || ' ' || outcome as said from enrollment_steps where sequence_id = ${id} order by number`,
    )
  ).map(({ said }) => said);

it("a step stops a topic, a later one takes that back, and other sequences don’t end by it", async () => {
  const other = await on.publish({ steps: [wait("w", 1)] });
  const about = await on.publish({ topic: "shop", steps: [wait("w", 1)] });
  for (const id of [other, about]) await on.enroll(id, "nora");
  const id = await on.publish({
    steps: [topic("off", "unsubscribe"), wait("w", 1, "minutes"), topic("on", "subscribe")],
  });
  await on.enroll(id, "nora");
  await vi.waitFor(async () => expect(await stopsOf("nora")).toEqual(["manual"]), WAIT);
  await vi.waitFor(async () => expect(await on.placeOf(about, "nora")).toBe("exited suppressed"), WAIT);
  expect(await on.placeOf(other, "nora")).toBe("waiting w");
  await on.pass(61_000);
  await vi.waitFor(async () => expect(await on.placeOf(id, "nora")).toBe("completed"), WAIT);
  expect(await stopsOf("nora")).toEqual([]);
  expect(await outcomes(id)).toEqual(["off done", "w waited", "on done"]);
});

it("5.10.16 nobody is subscribed to what they left themselves, nor to what the team stopped", async () => {
  const { db } = app.platform;
  for (const [name, reason] of [
    ["nora", "unsubscribe"],
    ["omar", "manual"],
  ] as const)
    await db.execute(sql`insert into suppressions (user_id, id, email_hash, email, reason, scope, created_at)
      select ${on.owner.id}, gen_random_uuid(), ${emailHash(on.owner.id, `${name}@fans.example`)},
        ${`${name}@fans.example`}, ${reason}, 'shop', now()`);
  const id = await on.publish({ steps: [topic("off", "unsubscribe"), topic("on", "subscribe")] });
  for (const name of ["nora", "omar"]) {
    await on.enroll(id, name);
    await vi.waitFor(async () => expect(await on.placeOf(id, name)).toBe("completed"), WAIT);
  }
  expect(await stopsOf("nora")).toEqual(["unsubscribe"]);
  expect(await stopsOf("omar")).toEqual(["manual"]);
  expect((await outcomes(id)).filter((said) => said.startsWith("on"))).toEqual(["on failed", "on failed"]);
});

it("a topic that’s gone or isn’t chosen stops the publication", async () => {
  for (const key of ["", "news", "gone"]) {
    const made = await on.call("POST", "", {
      name: "T",
      draft: { steps: [{ ...topic("t", "subscribe"), topic: key }] },
    });
    const { problems } = (await on.call("POST", `/${made.body.id}/check`)).body;
    const message =
      key === "news" ? expect.stringMatching(/^News is what fans sign up for/) : "Choose a topic.";
    expect(problems).toContainEqual(expect.objectContaining({ where: "t", message }));
  }
});
