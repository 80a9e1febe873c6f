// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { type Sequencer, send, startSequencer, WAIT, wait } from "#test/harness/sequences.ts";
import { enterByDate } from "./triggers.ts";

let app: TestApp;
let on: Sequencer;

beforeAll(async () => {
  app = await startMailboxApp();
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

it("5.4.1 a sign-up on a page starts it, and the first e-mail waits until they’ve confirmed", async () => {
  const form = { screensaver_enabled: true, lead_capture_enabled: true };
  const profile = (await on.owner.api("POST", "/profiles", { name: "Mia" })).body;
  const other = (await on.owner.api("POST", "/profiles", { name: "Zoe" })).body;
  for (const { id } of [profile, other])
    await on.owner.api("PATCH", `/profiles/${id}`, {
      ...form,
      screensaver_link: "https://mia.example/a.pdf",
    });
  const id = await on.publish({
    triggers: [{ type: "lead", profile_ids: [profile.id] }],
    steps: [send("welcome")],
  });
  const signUp = (page: string, email: string) =>
    app.visitor().api("POST", "/rpc/insert_fan_lead", { p_profile_id: page, p_name: "Fan", p_email: email });
  expect((await signUp(profile.id, "pia@fans.example")).status).toBeLessThan(300);
  await signUp(other.id, "quinn@fans.example");
  await vi.waitFor(async () => expect(await on.placeOf(id, "pia")).not.toBe("outside"), WAIT);
  await app.platform.db.execute(
    sql`update contacts set status = 'unconfirmed' where user_id = ${on.owner.id} and email like 'pia@%'`,
  );
  expect(await on.placeOf(id, "quinn")).toBe("outside");
});

it("5.4.1 an unconfirmed fan’s e-mail is held back, and leaves the moment they confirm", async () => {
  const id = await on.publish({ steps: [send("welcome")] });
  const { db } = app.platform;
  await db.execute(
    sql`update contacts set status = 'unconfirmed' where user_id = ${on.owner.id} and email like 'nora@%'`,
  );
  await on.enroll(id, "nora");
  await reaches(id, "nora", "active unconfirmed");
  await db.execute(
    sql`update contacts set status = 'confirmed' where user_id = ${on.owner.id} and email like 'nora@%'`,
  );
  const { contactConfirmed } = await import("#src/features/audience/consent/events.ts");
  const subject = await on.contactOf("nora");
  await app.platform.write((ctx) =>
    ctx.announce(contactConfirmed, { account: on.owner.id, subject, payload: {} }),
  );
  await on.arrived(["nora welcome"]);
});

it("5.4.1 a tag starts it for whoever comes to have it, once, and not for those who had it before", async () => {
  await change("omar", { tags: ["vip"] });
  const id = await on.publish({
    triggers: [{ type: "tag", tag: "vip" }],
    reentry: "after_end",
    steps: [send("vip")],
  });
  await change("omar", { name: "Omar" });
  await change("nora", { tags: ["vip"] });
  await on.arrived(["nora vip"]);
  await reaches(id, "nora", "completed");
  await change("nora", { tags: ["vip", "other"] });
  await change("nora", { tags: [] });
  await change("nora", { tags: ["vip"] });
  await on.arrived(["nora vip", "nora vip"]);
  expect(await on.placeOf(id, "omar")).toBe("outside");
});

it("5.4.1 tags for many, stages, and orders start it, and an order ends what ends with one", async () => {
  const stage = { id: "0190a5a0-0000-7000-8000-000000000001", name: "Met", color: "blue" };
  await on.owner.api("PUT", "/pipeline", { stages: [stage] });
  const byTag = await on.publish({ triggers: [{ type: "tag", tag: "many" }], steps: [wait("w", 1)] });
  const byStage = await on.publish({
    triggers: [{ type: "stage", stage_id: stage.id }],
    steps: [wait("w", 1)],
  });
  const byOrder = await on.publish({ triggers: [{ type: "order" }], steps: [send("thanks")] });
  const until = await on.publish({ exits: { is_ordered: true }, steps: [wait("w", 1)] });
  await on.enroll(until, "nora");
  await reaches(until, "nora", "waiting w");
  const ids = [await on.contactOf("nora"), await on.contactOf("omar")];
  const bulk = { selection: { ids }, undo_id: app.platform.newId() };
  const tagged = await on.owner.api("POST", "/contacts/tag", { ...bulk, tag: "many", action: "add" });
  expect(tagged.status).toBeLessThan(300);
  for (const name of ["nora", "omar"]) await reaches(byTag, name, "waiting w");
  const placed = { ...bulk, undo_id: app.platform.newId(), stage_id: stage.id };
  expect((await on.owner.api("POST", "/contacts/place", placed)).status).toBeLessThan(300);
  for (const name of ["nora", "omar"]) await reaches(byStage, name, "waiting w");
  const order = { id: "A-1", email: "nora@fans.example", amount: 1250, currency: "USD" };
  expect((await on.owner.api("POST", "/orders", order)).status).toBeLessThan(300);
  await on.arrived(["nora thanks"]);
  await reaches(until, "nora", "exited ordered");
  await reaches(byOrder, "nora", "completed");
});

it("5.4.1 a birthday starts it where somebody lives, also one on February 29, and once a year", async () => {
  const fields = [{ key: "birthday", label: "Birthday", type: "date", choices: [] }];
  await on.owner.api("PUT", "/contact-settings/fields", { fields });
  await on.addFans({ kenji: { zone: "Asia/Tokyo" } });
  await change("nora", { fields: { birthday: "1996-02-29" } });
  await change("kenji", { fields: { birthday: "1990-03-01" } });
  const trigger = { type: "date", field: "birthday", days: 0, is_yearly: true, time: "09:00" };
  const id = await on.publish({ triggers: [trigger], reentry: "after_end", steps: [send("happy")] });
  const at = async (time: string) => {
    app.clock.set(time);
    await enterByDate(app.platform);
  };
  await at("2027-02-28T08:59:00Z");
  expect(await on.placeOf(id, "nora")).toBe("outside");
  await at("2027-02-28T09:01:00Z");
  await on.arrived(["nora happy"]);
  await at("2027-02-28T11:00:00Z");
  await at("2027-03-01T00:05:00Z");
  await on.arrived(["nora happy", "kenji happy"]);
  await reaches(id, "nora", "completed");
  await at("2028-02-28T10:00:00Z");
  await at("2028-02-29T10:00:00Z");
  await on.arrived(["nora happy", "kenji happy", "nora happy"]);
});

it("who may come again comes again, from the start if that’s chosen; by default nobody does", async () => {
  const always = await on.publish({ reentry: "always", steps: [wait("w", 1), send("x")] });
  await on.enroll(always, "nora");
  await reaches(always, "nora", "waiting w");
  app.clock.advance(DAY_MS / 2);
  expect((await on.enroll(always, "nora")).status).toBe(201);
  const { items } = (await on.call("GET", `/${always}/enrollments`)).body;
  expect(items.map(({ state, reason }: Record<string, string>) => [state, reason])).toEqual([
    [expect.stringMatching(/active|waiting/), ""],
    ["exited", "restarted"],
  ]);
});

it("5.6.6 coming into a segment starts it, for nobody who’s in it already", async () => {
  await change("omar", { tags: ["vip"] });
  const made = await on.owner.api("POST", "/segments", { name: "VIPs", text: "tag vip" });
  expect(made.status).toBeLessThan(300);
  const id = await on.publish({
    triggers: [{ type: "segment", segment_id: made.body.id }],
    steps: [send("vip")],
  });
  const isFilled = sql`select 1 from segments where id = ${made.body.id} and is_filled`;
  await vi.waitUntil(async () => (await rowsOf(app.platform.db, isFilled)).length > 0, WAIT);
  await change("nora", { tags: ["vip"] });
  await on.arrived(["nora vip"]);
  expect(await on.placeOf(id, "omar")).toBe("outside");
  const used = await on.owner.api("DELETE", `/segments/${made.body.id}`);
  expect([used.body.code, used.body.message]).toEqual(["SEGMENT_IN_USE", expect.stringContaining("Welcome")]);
});

it("5.4.8 what another program sends starts it for whom it’s about, and somebody without consent gets no e-mail", async () => {
  const hook = async (name: string) =>
    (await on.owner.api("POST", "/incoming-webhooks", { name, adds_contacts: true })).body;
  const [shop, other] = [await hook("Shop"), await hook("Other")];
  const id = await on.publish({
    triggers: [{ type: "webhook", webhook_id: shop.id.toUpperCase() }],
    steps: [send("thanks")],
  });
  const tell = (url: string, body: object) =>
    fetch(on.owner.url + new URL(url).pathname, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await tell(shop.url, { email: "nora@fans.example" });
  await tell(shop.url, { email: "new@fans.example" });
  await tell(shop.url, { total: 1 });
  await tell(other.url, { email: "omar@fans.example" });
  await on.arrived(["nora thanks"]);
  await reaches(id, "nora", "completed");
  await reaches(id, "new", "active unconfirmed");
  expect(await on.placeOf(id, "omar")).toBe("outside");
  await on.owner.api("DELETE", `/incoming-webhooks/${shop.id}`);
  const { body } = await on.call("POST", `/${id}/check`);
  expect(body.problems).toContainEqual(
    expect.objectContaining({ where: "triggers", message: expect.stringContaining("webhook") }),
  );
});
