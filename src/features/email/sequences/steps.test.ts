// @project server-postgres
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import type { TestApp } from "#test/harness/app.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { type Sequencer, send, startSequencer, WAIT, wait } from "#test/harness/sequences.ts";

const HOUR_MS = 3_600_000;
let app: TestApp;
let on: Sequencer;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  on = await startSequencer(app);
  await on.addFans({ nora: { zone: "Europe/Lisbon" }, omar: { country: "JP" } });
});

const reaches = (id: string, name: string, place: string) =>
  vi.waitFor(async () => expect(await on.placeOf(id, name)).toBe(place), WAIT);

it("5.4.1 whoever gets in has the first e-mail at once, the next one after the wait, and each one once", async () => {
  const id = await on.publish({ steps: [send("hello"), wait("w", 2), send("again")] });
  expect((await on.enroll(id, "nora")).status).toBe(201);
  await on.arrived(["nora hello"]);
  await reaches(id, "nora", "waiting w");
  expect((await on.enroll(id, "nora")).body.code).toBe("ALREADY_INSIDE");
  await on.pass(DAY_MS);
  await on.enroll(id, "omar");
  await on.arrived(["nora hello", "omar hello"]);
  await on.pass(DAY_MS + 60_000);
  await on.arrived(["nora hello", "omar hello", "nora again"]);
  await reaches(id, "nora", "completed");
  await on.pass(DAY_MS);
  await on.arrived(["nora hello", "omar hello", "nora again", "omar again"]);
  const { counts, steps } = (await on.call("GET", `/${id}/figures`)).body;
  expect(counts).toEqual({ entered: 2, inside: 0, completed: 2, exited: 0 });
  expect(
    steps.map(({ step_id, entered, sent }: Record<string, unknown>) => [step_id, entered, sent]),
  ).toEqual([
    ["hello", 2, 2],
    ["w", 2, 0],
    ["again", 2, 2],
  ]);
});

it("5.4.1 branches and splits lead to what follows them, and steps change people", async () => {
  const id = await on.publish({
    steps: [
      {
        id: "b",
        type: "branch",
        condition: { attribute: "country", operator: "equals", value: "JP" },
        yes: [send("konnichiwa")],
        no: [{ id: "t", type: "tag", action: "add", tag: "elsewhere" }, send("ola")],
      },
      {
        id: "s",
        type: "split",
        parts: [
          { share: 100, steps: [{ id: "n", type: "task", title: "Call", days: 1 }] },
          { share: 1, steps: [] },
        ],
      },
      send("bye"),
    ],
  });
  for (const name of ["nora", "omar"]) await on.enroll(id, name);
  await on.arrived(["omar konnichiwa", "nora ola", "omar bye", "nora bye"]);
  const nora = await on.contactOf("nora");
  expect((await on.owner.api("GET", `/contacts/${nora}`)).body.tags).toEqual(["elsewhere"]);
  const { steps } = (await on.call("GET", `/${id}/figures`)).body;
  const outcomes = Object.fromEntries(
    steps.map(({ step_id, outcomes }: { step_id: string; outcomes: object }) => [step_id, outcomes]),
  );
  expect(outcomes.b).toEqual({ yes: 1, no: 1 });
  expect(outcomes.s).toEqual({ part: 2 });
});

it("5.4.2 sending hours hold e-mail back until they begin where somebody lives", async () => {
  app.clock.set(new Date("2027-03-01T23:30:00Z"));
  const id = await on.publish({ hours: { from: "09:00", to: "20:00" }, steps: [send("hello")] });
  for (const name of ["nora", "omar"]) await on.enroll(id, name);
  // Half past eight in the morning in Tokyo, half past eleven at night in Lisbon.
  await reaches(id, "omar", "active hours");
  await reaches(id, "nora", "active hours");
  await on.pass(0.6 * HOUR_MS);
  await on.arrived(["omar hello"]);
  await on.pass(8.5 * HOUR_MS);
  await on.pass(0.6 * HOUR_MS);
  await on.arrived(["omar hello", "nora hello"]);
});

it("5.4.3 whoever leaves gets nothing more, whether they unsubscribe, reach the goal, or are taken out", async () => {
  const goal = { attribute: "tag", operator: "equals", value: "buyer" };
  const id = await on.publish({ goal, steps: [wait("w", 1), send("late")] });
  await on.addFans({ pia: {}, quinn: {} });
  for (const name of ["nora", "omar", "pia", "quinn"]) {
    await on.enroll(id, name);
    await reaches(id, name, "waiting w");
  }
  await on.owner.api("POST", "/suppressions", { email: "nora@fans.example", reason: "unsubscribe" });
  await reaches(id, "nora", "exited unsubscribed");
  await on.owner.api("PATCH", `/contacts/${await on.contactOf("omar")}`, { tags: ["buyer"] });
  const { items } = (await on.call("GET", `/${id}/enrollments?state=inside`)).body;
  const pia = items.find(({ contact }: { contact: { email: string } }) => contact.email.startsWith("pia"));
  expect((await on.call("DELETE", `/${id}/enrollments/${pia.id}`)).status).toBe(200);
  expect(await on.placeOf(id, "pia")).toBe("exited removed");
  await on.pass(DAY_MS + 60_000);
  await on.arrived(["quinn late"]);
  await reaches(id, "omar", "exited goal");
});

it("5.4.5 people inside finish their version, or are moved to the new one", async () => {
  const id = await on.publish({ steps: [wait("w", 1), send("old")] });
  await on.enroll(id, "nora");
  await reaches(id, "nora", "waiting w");
  const { mailbox_id } = (await on.call("GET", `/${id}`)).body.draft;
  const draft = { mailbox_id, steps: [wait("w", 1), send("new")] };
  expect((await on.call("PATCH", `/${id}`, { draft })).body.is_changed).toBe(true);
  expect((await on.call("POST", `/${id}/check`, {})).body.inside).toEqual([
    { version: 1, step_id: "w", count: 1 },
  ]);
  expect((await on.call("POST", `/${id}/publish`, {})).body).toMatchObject({ version: 2, is_changed: false });
  await on.enroll(id, "omar");
  await reaches(id, "omar", "waiting w");
  await on.pass(DAY_MS + 60_000);
  await on.arrived(["nora old", "omar new"]);
  await on.addFans({ pia: {} });
  await on.enroll(id, "pia");
  await reaches(id, "pia", "waiting w");
  await on.call("PATCH", `/${id}`, { draft: { mailbox_id, steps: [wait("w", 1), send("newest")] } });
  await on.call("POST", `/${id}/publish`, { moves: { w: "newest" } });
  await on.arrived(["nora old", "omar new", "pia newest"]);
});

it("a paused sequence does nothing, and what piled up goes out or is left out; a stopped one ends for everyone", async () => {
  const id = await on.publish({ steps: [wait("w", 1), send("late"), wait("v", 1), send("last")] });
  for (const name of ["nora", "omar"]) await on.enroll(id, name);
  await reaches(id, "omar", "waiting w");
  await reaches(id, "nora", "waiting w");
  await on.call("POST", `/${id}/pause`, {});
  expect((await on.enroll(id, "nora")).body.code).toBe("SEQUENCE_STATE");
  await on.pass(2 * DAY_MS);
  await on.call("POST", `/${id}/resume`, { backlog: "skip" });
  await reaches(id, "omar", "waiting v");
  await reaches(id, "nora", "waiting v");
  expect(on.mailbox.server.received).toEqual([]);
  await on.pass(DAY_MS + 60_000);
  await on.arrived(["nora last", "omar last"]);
  expect((await on.call("DELETE", `/${id}`)).body.code).toBe("SEQUENCE_ACTIVE");
  await on.call("POST", `/${id}/stop`, {});
  expect((await on.call("DELETE", `/${id}`)).status).toBe(200);
});
