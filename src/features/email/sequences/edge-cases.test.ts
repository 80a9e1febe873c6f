// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import { type Sequencer, send, startSequencer, WAIT, wait } from "#test/harness/sequences.ts";
import { enterByDate } from "./triggers.ts";

let app: TestApp;
let on: Sequencer;

beforeAll(async () => {
  app = await startMailboxApp({ NEW_ACCOUNT_MAILS: "200" });
  await signUpSender(app);
});
afterAll(() => app?.close());
beforeEach(async () => {
  on = await startSequencer(app);
  await on.addFans({ nora: {}, omar: {} });
});

const reaches = (id: string, name: string, place: string) =>
  vi.waitFor(async () => expect(await on.placeOf(id, name)).toBe(place), WAIT);
const change = async (name: string, form: object) =>
  on.owner.api("PATCH", `/contacts/${await on.contactOf(name)}`, form);
const BIRTHDAY = { type: "date", field: "birthday", days: 0, is_yearly: true, time: "00:00" };
const startBirthdays = async () => {
  const fields = [{ key: "birthday", label: "Birthday", type: "date", choices: [] }];
  await on.owner.api("PUT", "/contact-settings/fields", { fields });
  return app.platform.now().toISOString().slice(0, 10);
};

it("what let somebody in once neither lets them in again nor takes them out", async () => {
  const birthday = await startBirthdays();
  await change("nora", { fields: { birthday } });
  const id = await on.publish({ triggers: [BIRTHDAY], reentry: "always", steps: [wait("w", 1)] });
  await enterByDate(app.platform);
  await reaches(id, "nora", "waiting w");
  expect((await on.enroll(id, "nora")).status).toBe(201);
  await enterByDate(app.platform);
  const { items } = (await on.call("GET", `/${id}/enrollments?state=inside`)).body;
  expect(items).toHaveLength(1);
});

it("an order counts while it’s paused, and by the version that somebody is in", async () => {
  const id = await on.publish({ exits: { is_ordered: true }, steps: [wait("w", 1), send("late")] });
  for (const name of ["nora", "omar"]) await on.enroll(id, name);
  for (const name of ["nora", "omar"]) await reaches(id, name, "waiting w");
  const draft = { mailbox_id: on.mailbox.id, steps: [wait("w", 1), send("late")] };
  expect((await on.call("PATCH", `/${id}`, { draft })).status).toBe(200);
  expect((await on.call("POST", `/${id}/publish`, {})).status).toBe(200);
  const buy = (name: string) =>
    on.owner.api("POST", "/orders", {
      id: `A-${name}`,
      email: `${name}@fans.example`,
      amount: 1250,
      currency: "USD",
    });
  await buy("nora");
  await reaches(id, "nora", "exited ordered");
  expect((await on.call("POST", `/${id}/pause`, {})).status).toBe(200);
  await buy("omar");
  await reaches(id, "omar", "exited ordered");
});

it("whoever got a tag while it was paused doesn’t come in by a later change", async () => {
  const id = await on.publish({ triggers: [{ type: "tag", tag: "vip" }], steps: [wait("w", 1)] });
  await on.call("POST", `/${id}/pause`, {});
  await change("nora", { tags: ["vip"] });
  await on.call("POST", `/${id}/resume`, {});
  await change("nora", { name: "Nora" });
  await change("omar", { tags: ["vip"] });
  await reaches(id, "omar", "waiting w");
  expect(await on.placeOf(id, "nora")).toBe("outside");
});

it("a first version without e-mail is no way around the review of first campaigns", async () => {
  const id = await on.publish({ steps: [wait("w", 1)] });
  await on.call("PATCH", `/${id}`, { draft: { mailbox_id: on.mailbox.id, steps: [send("hello")] } });
  expect((await on.call("POST", `/${id}/publish`, {})).status).toBe(200);
  const rows = await rowsOf(
    app.platform.db,
    sql`select 1 from first_campaigns where user_id = ${on.owner.id} and campaign_id = ${id}`,
  );
  expect(rows).toHaveLength(1);
});

it("odd numbers, texts, and ids are refused with a sentence", async () => {
  const id = await on.publish({ steps: [wait("w", 1)] });
  const draftOf = (step: object) => ({ name: "Odd", draft: { steps: [step] } });
  const far = { kind: "date", at: "9999-12-31T23:59" };
  const calls: ["GET" | "POST", string, object?][] = [
    ["GET", `/${id}/figures?version=99999999999`],
    ["GET", `/${id}/enrollments?step_id=%00`],
    ["POST", `/${id}/publish`, { moves: { "\0": "w" } }],
    ["POST", "", draftOf(send("__proto__"))],
    ["POST", "", draftOf({ id: "w", type: "wait", wait: far })],
  ];
  const found: number[] = [];
  for (const [method, path, body] of calls) found.push((await on.call(method, path, body)).status);
  expect(found).toEqual(calls.map(() => 400));
});

it("what can’t be stored is left out", async () => {
  const condition = { attribute: "\0", operator: "equals", value: "\0\ud800" };
  const event = { event: "opened", from: "\0" };
  const steps = [
    { id: "task", type: "task", title: "\0x", assignee_id: "\0\ud800" },
    { id: "one", type: "branch", condition, yes: [], no: [] },
    { id: "two", type: "branch", condition: event, yes: [], no: [] },
    { id: "mail", type: "send", mail: { subject: "\0", html: "\0", preheader: "\0\ud800" } },
    { id: "field", type: "field", key: "\0", value: "\0" },
  ];
  const made = await on.call("POST", "", {
    name: "Odd",
    draft: { steps, exits: { condition }, goal: event },
  });
  expect(made.status).toBe(201);
  expect(JSON.stringify(made.body.draft)).not.toMatch(/\\u0000|\\ud800/);
});

it("5.3.10 people who came in before there was e-mail aren’t moved to it without an approval", async () => {
  const id = await on.publish({ steps: [wait("w", 1)] });
  for (const name of ["nora", "omar"]) await on.enroll(id, name);
  for (const name of ["nora", "omar"]) await reaches(id, name, "waiting w");
  await on.owner.api("PUT", "/sending/rules", { approval_above: 1, late_minutes: 60 });
  const draft = { mailbox_id: on.mailbox.id, steps: [wait("w", 1), send("hello")] };
  await on.call("PATCH", `/${id}`, { draft });
  const moved = await on.call("POST", `/${id}/publish`, { moves: { w: "hello" } });
  expect([moved.status, moved.body.code]).toEqual([409, "SEQUENCE_UNAPPROVED"]);
  expect((await on.call("POST", `/${id}/publish`, {})).status).toBe(200);
});

it("ids in capitals mean the same", async () => {
  const stage = { id: "0190a5a0-0000-7000-8000-00000000000a", name: "Met", color: "blue" };
  await on.owner.api("PUT", "/pipeline", { stages: [stage] });
  const made = await on.owner.api("POST", "/segments", { name: "VIPs", text: "tag vip" });
  const triggers = [
    { type: "stage", stage_id: stage.id.toUpperCase() },
    { type: "segment", segment_id: made.body.id.toUpperCase() },
  ];
  const { draft } = (await on.call("POST", "", { name: "Loud", draft: { triggers } })).body;
  expect(draft.triggers).toEqual([
    { type: "stage", stage_id: stage.id },
    { type: "segment", segment_id: made.body.id },
  ]);
});

it("merging people moves all that’s known of them, also where the same let both in", async () => {
  const birthday = await startBirthdays();
  for (const name of ["nora", "omar"]) await change(name, { fields: { birthday }, tags: [] });
  const triggers = [BIRTHDAY, { type: "tag", tag: "vip" }];
  const id = await on.publish({ triggers, reentry: "after_end", steps: [wait("w", 1)] });
  await enterByDate(app.platform);
  for (const name of ["nora", "omar"]) await reaches(id, name, "waiting w");
  await change("omar", { tags: ["vip"] });
  const known = sql`select contact_id from trigger_matches where sequence_id = ${id}`;
  await vi.waitFor(async () => expect(await rowsOf(app.platform.db, known)).toHaveLength(1), WAIT);
  const [keep, gone] = [await on.contactOf("nora"), await on.contactOf("omar")];
  const { contactMerged } = await import("#src/features/audience/contacts/events.ts");
  await app.platform.write((ctx) =>
    ctx.announce(contactMerged, { account: on.owner.id, subject: keep, payload: { gone } }),
  );
  const theirs = sql`select 1 from enrollments where contact_id = ${gone}
    union all select 1 from trigger_matches where contact_id = ${gone}`;
  await vi.waitFor(async () => expect(await rowsOf(app.platform.db, theirs)).toEqual([]), WAIT);
  expect(await rowsOf(app.platform.db, known)).toEqual([{ contact_id: keep }]);
});

it("somebody in a time zone that doesn’t exist delays nobody’s birthday", async () => {
  const birthday = await startBirthdays();
  for (const name of ["omar", "nora"]) await change(name, { fields: { birthday } });
  // From before time zones were checked.
  await app.platform.db.execute(
    sql`update contacts set time_zone = 'Mars/Phobos' where id = ${await on.contactOf("omar")}`,
  );
  const id = await on.publish({ triggers: [BIRTHDAY], steps: [wait("w", 1)] });
  await enterByDate(app.platform);
  await reaches(id, "nora", "waiting w");
  await reaches(id, "omar", "waiting w");
});

it("a birthday begins by the clocks of the country of whoever has no time zone, or one that doesn’t exist", async () => {
  const fields = [{ key: "birthday", label: "Birthday", type: "date", choices: [] }];
  await on.owner.api("PUT", "/contact-settings/fields", { fields });
  const now = app.platform.now();
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(now);
  // One of them is a day ahead of the other, whatever the time is.
  const [east, west] = ["Pacific/Kiritimati", "Pacific/Pago_Pago"];
  await change("nora", { time_zone: null, country: "KI", fields: { birthday: dayIn(east) } });
  await change("omar", { time_zone: null, country: "AS", fields: { birthday: dayIn(east) } });
  await app.platform.db.execute(sql`update contacts set time_zone = 'Nowhere/At_All'
    where id = ${await on.contactOf("omar")}`);
  const id = await on.publish({ time_zone: east, triggers: [BIRTHDAY], steps: [wait("w", 1)] });
  await enterByDate(app.platform);
  await reaches(id, "nora", "waiting w");
  expect(dayIn(west)).not.toBe(dayIn(east));
  expect((await on.call("GET", `/${id}/enrollments?state=inside`)).body.items).not.toContainEqual(
    expect.objectContaining({ contact_id: await on.contactOf("omar") }),
  );
});
