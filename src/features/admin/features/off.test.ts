// @project server-postgres
/* What stops when a part of the product is switched off, and what goes on. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { SCOPE_NAMES } from "#src/lib/access.ts";
import type { Feature } from "#src/lib/feature-switches.ts";
import { PATHS } from "#src/lib/paths.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { onTag, startRuler, tag } from "#test/harness/automations.ts";
import { runDue, startSender } from "#test/harness/campaigns.ts";
import type { Client } from "#test/harness/client.ts";
import { switchFeature, switchFor } from "#test/harness/features.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { send, startSequencer, wait } from "#test/harness/sequences.ts";

let app: TestApp;
let founder: Client;
let owner: Client;

beforeAll(async () => {
  app = await startMailboxApp();
  founder = await app.signUp({ name: "Fay" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
});

const OFF = { status: 403, body: { code: "FEATURE_OFF" } };
const turn = (feature: Feature, is_on: boolean | null, { id } = owner) =>
  switchFor(founder, feature, { id, is_on });
const count = async (query: ReturnType<typeof sql>) => (await rowsOf(app.platform.db, query)).length;

it("a campaign that’s being sent goes on, and one whose time comes fails with the reason", async () => {
  // The server takes the first message only once the switch is off.
  const gate = Promise.withResolvers<undefined>();
  const on = await startSender(app, { judge: () => gate.promise });
  await on.addFans({ nora: {}, omar: {}, pia: {} });
  const [running, scheduled] = [await on.add(), await on.add({ name: "Later" })];
  const at = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  expect((await on.act(scheduled, "schedule", { at })).body.state).toBe("scheduled");
  expect((await on.act(running, "send")).status).toBe(200);
  await on.reaches(running, "sending");
  await turn("email", false, on.owner);
  gate.resolve(undefined);
  await on.reaches(running, "sent");
  expect(on.received()).toHaveLength(3);
  app.clock.advance(3_600_000);
  await runDue(app.platform);
  await on.reaches(scheduled, "failed");
  expect(await on.get(scheduled)).toMatchObject({
    state_reason: "Campaigns aren’t available for this account at the moment. Nothing was sent.",
  });
  expect((await app.mailTo(on.owner.email, /couldn’t start/)).text).toContain("Campaigns aren’t available");
  expect(await on.act(scheduled, "schedule", { at })).toMatchObject(OFF);
  expect(on.received()).toHaveLength(3);
  // What ends something stays possible.
  expect((await on.act(running, "pause")).body.code).not.toBe("FEATURE_OFF");
  expect((await on.owner.api("DELETE", `/campaigns/${scheduled}`)).status).toBe(200);
});

it("nobody gets into a sequence, then or later, and whoever is inside goes on", async () => {
  const on = await startSequencer(app);
  await on.addFans({ nora: {}, omar: {} });
  const id = await on.publish({
    triggers: [{ type: "tag", tag: "vip" }],
    steps: [send("welcome"), wait("later", 1), send("more")],
  });
  const addTag = async (name: string) =>
    on.owner.api("PATCH", `/contacts/${await on.contactOf(name)}`, { tags: ["vip"] });
  await addTag("nora");
  await on.arrived(["nora welcome"]);
  await turn("sequences", false, on.owner);
  await addTag("omar");
  expect(await on.enroll(id, "omar")).toMatchObject(OFF);
  await on.pass(25 * 3_600_000);
  await on.arrived(["nora welcome", "nora more"]);
  await turn("sequences", null, on.owner);
  await on.pass(60_000);
  expect(await on.placeOf(id, "omar")).toBe("outside");
  expect((await on.enroll(id, "omar")).status).toBeLessThan(300);
});

it("rules start nothing, then or later", async () => {
  const on = await startRuler(app);
  await on.addFans({ nora: {}, omar: {} });
  const id = await on.rule({ triggers: [onTag("vip")], actions: [tag("seen")] });
  app.clock.advance(1000);
  await turn("automations", false, on.owner);
  await on.tag("nora", "vip");
  expect(await on.tagsOf("nora")).toEqual(["vip"]);
  await turn("automations", null, on.owner);
  app.clock.advance(1000);
  await on.tag("omar", "vip");
  expect(await on.tagsOf("omar")).toEqual(["seen", "vip"]);
  expect(await on.tagsOf("nora")).toEqual(["vip"]);
  expect(await on.runsOf(id)).toEqual(["done"]);
});

it("webhooks get nothing new, and what other programs send is refused", async () => {
  const webhook = { url: "https://quux.example/hook", events: ["profile.created"] };
  const { id } = (await owner.api("POST", "/webhooks", webhook)).body;
  const incoming = (await owner.api("POST", "/incoming-webhooks", { name: "Shop" })).body;
  const waiting = () => count(sql`select from webhook_deliveries where webhook_id = ${id}`);
  const call = () => app.visitor().call("POST", new URL(incoming.url).pathname, { email: "a@fans.example" });
  await turn("webhooks", false);
  await turn("incoming_webhooks", false);
  await owner.api("POST", "/profiles", { name: "Mia" });
  expect(await waiting()).toBe(0);
  expect(await call()).toMatchObject({
    status: 403,
    body: { code: "FEATURE_OFF", message: "Incoming webhooks aren’t available for this account." },
  });
  await turn("webhooks", null);
  await turn("incoming_webhooks", null);
  await owner.api("POST", "/profiles", { name: "Mia" });
  expect(await waiting()).toBe(1);
  expect((await call()).status).toBe(202);
});

it("an account’s keys reach nothing while its API is off, and everything again afterwards", async () => {
  const form = { name: "Program", scopes: SCOPE_NAMES };
  const { id, key } = (await owner.api("POST", "/keys", form)).body;
  const by = (method: string, path: string, body?: unknown) =>
    app.visitor().call(method, `/api/v1${path}`, body, { authorization: `Bearer ${key}` });
  expect((await by("GET", "/profiles")).status).toBe(200);
  await turn("api", false);
  expect(await by("GET", "/profiles")).toMatchObject(OFF);
  expect(await by("DELETE", `/profiles/${randomUUID()}`)).toMatchObject(OFF);
  expect(await owner.api("POST", "/keys", form)).toMatchObject(OFF);
  expect((await owner.api("GET", "/profiles")).status).toBe(200);
  await turn("api", null);
  expect((await by("GET", "/profiles")).status).toBe(200);
  await turn("api", false);
  expect((await owner.api("DELETE", `/keys/${id}`)).status).toBe(200);
});

it("what a key listens to ends once the API is off", async () => {
  const { key } = (await owner.api("POST", "/keys", { name: "Program", scopes: ["analytics.see"] })).body;
  const { id } = (await owner.api("POST", "/profiles", { name: "Heard" })).body;
  const headers = { authorization: `Bearer ${key}` };
  const stream = await fetch(`${app.url}/api/v1/profiles/${id}/analytics/live`, { headers });
  expect(stream.status).toBe(200);
  await turn("api", false);
  const link = { title: "Shop", url: "https://shop.example" };
  const linkId = (await owner.api("POST", `/profiles/${id}/links`, link)).body.id;
  const click = { id: randomUUID(), link_id: linkId, session_id: randomUUID() };
  await app.visitor().api("POST", "/clicks", { events: [click] });
  await stream.text();
  await turn("api", null);
});

it("for a team, what counts is the account that they work in", async () => {
  const member = await app.signUp();
  await app.platform.db.execute(sql`insert into team_members (account, user_id, role, created_at)
    values (${owner.id}, ${member.id}, 'admin', now())`);
  const inTeam = (method: string, path: string, body?: unknown) =>
    member.call(method, `/api/v1${path}`, body, { "x-account": owner.id });
  const hook = { name: "Shop" };
  await turn("incoming_webhooks", false);
  expect(await inTeam("POST", "/incoming-webhooks", hook)).toMatchObject(OFF);
  expect((await inTeam("GET", "/me")).body).toMatchObject({
    off: ["incoming_webhooks"],
    closed: [PATHS.incomingWebhooks],
  });
  expect((await member.api("POST", "/incoming-webhooks", hook)).status).toBe(201);
  await turn("incoming_webhooks", null);
  await turn("incoming_webhooks", false, member);
  expect((await inTeam("POST", "/incoming-webhooks", hook)).status).toBe(201);
  expect(await member.api("POST", "/incoming-webhooks", hook)).toMatchObject(OFF);
});

it("whoever acts for somebody has what their account has", async () => {
  await turn("page_imports", false);
  await owner.api("PUT", "/me/staff-access", { level: "change", days: 1 });
  const reason = "They asked us to look";
  // Other tests have let time pass.
  const now = app.clock.now().toISOString();
  await app.platform.db.execute(sql`update sessions set proven_at = ${now} where user_id = ${founder.id}`);
  const began = await founder.api("POST", `/admin/users/${owner.id}/impersonation`, {
    reason,
    level: "change",
  });
  expect(began.status).toBe(201);
  expect((await founder.api("GET", "/me")).body.off).toEqual(["page_imports"]);
  expect((await founder.api("DELETE", "/admin/impersonation")).status).toBe(200);
  expect((await founder.api("GET", "/me")).body.off).toEqual([]);
});

it("no import begins, and what has begun can be stopped", async () => {
  await turn("contact_imports", false);
  await turn("page_imports", false);
  expect(await owner.api("POST", "/contacts/imports", { name: "list.csv" })).toMatchObject(OFF);
  expect(await owner.api("POST", `/contacts/imports/${randomUUID()}/start`)).toMatchObject(OFF);
  expect((await owner.api("POST", `/contacts/imports/${randomUUID()}/cancel`)).status).toBe(404);
  expect(await owner.api("POST", "/page-imports", { url: "https://quux.example" })).toMatchObject(OFF);
  expect((await owner.api("GET", "/contacts/imports")).status).toBe(200);
});

it("a refusal under an Idempotency-Key isn’t kept", async () => {
  const headers = { "idempotency-key": randomUUID() };
  const add = () => owner.call("POST", "/api/v1/incoming-webhooks", { name: "Shop" }, headers);
  await turn("incoming_webhooks", false);
  expect(await add()).toMatchObject(OFF);
  await turn("incoming_webhooks", null);
  expect((await add()).status).toBe(201);
});

it("an account’s data can be downloaded and the account deleted, whatever is off", async () => {
  for (const feature of ["email", "api", "webhooks", "contact_imports"] as const) await turn(feature, false);
  expect((await owner.api("POST", "/me/export", {})).status).toBe(200);
  expect((await owner.api("GET", "/contacts")).status).toBe(200);
  expect((await owner.api("GET", "/campaigns")).status).toBe(200);
});

it("visitors’ pages ask nothing about switches", async () => {
  const { username } = (await owner.api("POST", "/profiles", { name: "Shown" })).body;
  await switchFeature(founder, "custom_domains", { free: false });
  const decide = vi.spyOn(app.platform.features, "decide");
  expect((await app.visitor().call("GET", `/${username}`)).status).toBe(200);
  expect(decide).not.toHaveBeenCalled();
  decide.mockRestore();
  await switchFeature(founder, "custom_domains");
});
