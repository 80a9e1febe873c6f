// @project server-postgres
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { unsubscribePath } from "./consent.ts";

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
});
afterAll(() => app?.close());

const TOPICS = [
  { key: "shop", name: "New in the shop" },
  { key: "tour", name: "Tour dates" },
];
const link = (contact: { id: string; email: string }) =>
  app.url +
  unsubscribePath(app.platform, { account: owner.id, contact_id: contact.id, email: contact.email });
const choose = async (contact: { id: string; email: string }, action: string, topic: string) =>
  (await fetch(link(contact), { method: "POST", body: new URLSearchParams({ action, topic }) })).text();
const detailsOf = async (id: string) => (await owner.api("GET", `/contacts/${id}`)).body;
const save = (topics: object[]) => owner.api("PUT", "/contact-settings/topics", { topics });

it("topics have names of their own, and an order", async () => {
  expect((await save(TOPICS)).body).toEqual({ topics: TOPICS });
  expect((await save([...TOPICS].reverse())).status).toBe(200);
  expect((await owner.api("GET", "/contact-settings")).body.topics).toEqual([...TOPICS].reverse());
  for (const other of [
    { key: "shop", name: "Other" },
    { key: "x", name: "tour  DATES" },
  ])
    expect((await save([...TOPICS, other])).body.code).toBe("TOPICS_ALIKE");
  expect((await save([{ key: "news", name: "News" }])).status).toBe(400);
  const told = (await eventsOf(app)).filter(({ account }) => account === owner.id).map(({ name }) => name);
  expect(told.filter((name) => name === "contacts.topics_changed")).toHaveLength(2);
});

it("someone leaves a topic by the link in an e-mail, goes on getting the rest, and comes back", async () => {
  await save(TOPICS);
  const { body: fan } = await owner.api("POST", "/contacts", { email: "fan@one.example" });
  expect(await (await fetch(link(fan))).text()).toContain("You get: New in the shop, Tour dates.");
  const left = await choose(fan, "leave", "shop");
  expect(left).toContain("You get: Tour dates.");
  expect(left).toContain("Get “New in the shop”");
  await choose(fan, "leave", "shop");
  const kept = { reason: "unsubscribe", scope: "shop" };
  expect(await detailsOf(fan.id)).toMatchObject({ status: "new", suppressions: [kept] });
  await choose(fan, "leave", "nothing of theirs");
  expect(await choose(fan, "join", "shop")).toContain("You get: New in the shop, Tour dates.");
  const consents = [{ topic: "shop", state: "confirmed", method: "link" }];
  expect(await detailsOf(fan.id)).toMatchObject({ suppressions: [], consents });
  // What someone on the team stopped isn't for them to lift.
  await owner.api("POST", "/suppressions", { email: fan.email, scope: "tour" });
  expect(await choose(fan, "join", "tour")).not.toContain("Tour dates.");
});

it("a campaign is about a topic, and news unless it's chosen", async () => {
  const { body } = await owner.api("POST", "/campaigns", { name: "One" });
  expect(body.topic).toBe("news");
  const changed = await owner.api("PATCH", `/campaigns/${body.id}`, { topic: "shop" });
  expect(changed.body.topic).toBe("shop");
  expect((await owner.api("PATCH", `/campaigns/${body.id}`, { topic: "No key" })).status).toBe(400);
});

it("the file of one person's data has what every slice holds, and is noted as evidence", async () => {
  const page = (await owner.api("POST", "/profiles", { name: "One" })).body.id;
  const form = { lead_capture_enabled: true, collect_without_download: true };
  await owner.api("PATCH", `/profiles/${page}`, form);
  const lead = { p_profile_id: page, p_name: "Nora Fan", p_email: "nora@one.example" };
  await app.visitor().api("POST", "/rpc/insert_fan_lead", lead);
  const nora = (await owner.api("GET", "/contacts?q=nora@one")).body.items[0];
  const old = (await owner.api("POST", "/contacts", { email: "nora@two.example" })).body;
  await owner.api("POST", `/contacts/${old.id}/notes`, { text: "Old address" });
  await owner.api("POST", "/contacts/merge", { keep_id: nora.id, gone_id: old.id });
  const { status, body } = await owner.api("POST", `/contacts/${nora.id}/data`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    lead: { email: "nora@one.example" },
    consents: [{ topic: "news" }],
    sign_ups: [{ name: "Nora Fan" }],
    campaigns: [],
    single_mails: [],
    merged_leads: [{ lead: { email: "nora@two.example" } }],
  });
  expect(body.history.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(["sign_up", "created", "note", "merged"]),
  );
  const [request] = (await owner.api("GET", "/contact-requests")).body.items;
  expect(request).toMatchObject({ kind: "access", contact: { id: nora.id }, report: { sign_ups: 1 } });
  const other = await app.signUp();
  expect((await other.api("POST", `/contacts/${nora.id}/data`)).body.code).toBe("CONTACT_NOT_FOUND");
});
