// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { drawVersion } from "#src/features/email/ab-tests/assignment.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { type Sequencer, send, startSequencer, WAIT } from "#test/harness/sequences.ts";

let app: TestApp;
let on: Sequencer;
const NAMES = Array.from({ length: 12 }, (_, at) => `fan${at}`);

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  on = await startSequencer(app);
  await on.addFans(Object.fromEntries(NAMES.map((name) => [name, {}])));
});

const B = { subject: "B", preheader: "", template_id: null };
const tested = (versions: object[], more = {}) => ({ ...send("s", "A"), test: { versions, ...more } });

async function testOf(id: string): Promise<{ id: string; state: string }> {
  const { body } = await on.call("GET", `/${id}/figures`);
  return (await on.owner.api("GET", `/experiments/${body.steps[0].test_id}`)).body;
}

it("5.7.5 a step’s e-mail is tested: each gets the version that’s drawn for them, and the winner goes to all after", async () => {
  const id = await on.publish({ steps: [tested([B])], reentry: "after_end" });
  const test = await testOf(id);
  expect(test).toMatchObject({
    state: "collecting",
    name: "Welcome: A",
    sample_kind: "all",
    campaign_id: null,
  });
  for (const name of NAMES) await on.enroll(id, name);
  const expected = await Promise.all(
    NAMES.map(async (name) => {
      const contact_id = await on.contactOf(name);
      const drawn = drawVersion(
        { test_id: test.id, contact_id },
        { holdout_share: 0, sample_share: 1, versions: 2 },
      );
      return `${name} ${drawn === 1 ? "B" : "A"}`;
    }),
  );
  await on.arrived(expected);
  expect(new Set(expected.map((one) => one.split(" ")[1])).size).toBe(2);
  const { figures } = (await on.owner.api("GET", `/experiments/${test.id}`)).body;
  const assigned = figures.versions.map((version: { assigned: number }) => version.assigned);
  expect(assigned[0] + assigned[1]).toBe(NAMES.length);
  expect(assigned[1]).toBe(expected.filter((one) => one.endsWith("B")).length);

  await on.owner.api("POST", `/experiments/${test.id}/choose`, { version: 1 });
  await on.addFans({ late1: {}, late2: {}, late3: {} });
  for (const name of ["late1", "late2", "late3"]) await on.enroll(id, name);
  await on.arrived([...expected, "late1 B", "late2 B", "late3 B"]);
});

it("a test goes on when another step changes, and another one begins with another e-mail", async () => {
  const id = await on.publish({ steps: [tested([B])] });
  const first = await testOf(id);
  const { draft } = (await on.call("GET", `/${id}`)).body;
  const steps = [...draft.steps, { id: "end", type: "end" }];
  await on.call("PATCH", `/${id}`, { draft: { ...draft, steps } });
  expect((await on.call("POST", `/${id}/publish`, {})).status).toBe(200);
  expect((await testOf(id)).id).toBe(first.id);
  await on.call("PATCH", `/${id}`, {
    draft: { ...draft, steps: [tested([{ ...B, subject: "C" }], { metric: "replies" })] },
  });
  expect((await on.call("POST", `/${id}/publish`, {})).status).toBe(200);
  const second = await testOf(id);
  expect(second.id).not.toBe(first.id);
  expect(second).toMatchObject({ metric: "replies", state: "collecting" });
});

it("versions that say the same, or that can’t be put together, stop the publication", async () => {
  const check = async (versions: object[]) => {
    const made = await on.call("POST", "", {
      name: "Test",
      draft: { mailbox_id: on.mailbox.id, steps: [tested(versions)] },
    });
    return (await on.call("POST", `/${made.body.id}/check`)).body;
  };
  expect((await check([{}])).problems).toContainEqual(
    expect.objectContaining({ where: "s", severity: "stop", message: expect.stringMatching(/version/) }),
  );
  const { problems, is_ready } = await check([B, { subject: "{{ nonsense }}" }]);
  expect(is_ready).toBe(false);
  expect(problems).toContainEqual(
    expect.objectContaining({ where: "s", message: expect.stringMatching(/^Version C: /) }),
  );
  const limit = await on.call("POST", "", {
    name: "x",
    draft: { steps: [tested([1, 2, 3, 4, 5].map(() => B))] },
  });
  expect(limit.status).toBe(400);
});

it("if all versions did harm, nobody else gets the e-mail, and they go on", async () => {
  const id = await on.publish({ steps: [tested([B])] });
  const test = await testOf(id);
  await app.platform.db.execute(
    sql`update ab_variants set stopped_at = now(), stop_reason = 'complaints' where test_id = ${test.id}`,
  );
  await on.enroll(id, "fan0");
  await vi.waitFor(async () => expect(await on.placeOf(id, "fan0")).toBe("completed"), WAIT);
  const rows = await rowsOf(
    app.platform.db,
    sql`select outcome from enrollment_steps where sequence_id = ${id}`,
  );
  expect(rows).toEqual([{ outcome: "left_out" }]);
});
