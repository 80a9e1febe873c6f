// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { suppress, unsubscribePath } from "#src/features/audience/consent/consent.ts";
import type { SuppressionReason } from "#src/features/audience/consent-records/rules.ts";
import { systemCtx } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { requireContact } from "./contacts.ts";
import { MAILABLE_STATUSES, toMergeContact } from "./rules.ts";

let app: TestApp;
let owner: Client;
let pages: string[];

beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signUp();
  pages = [await makePage("One"), await makePage("Two")];
});

async function makePage(name: string): Promise<string> {
  const { body } = await owner.api("POST", "/profiles", { name });
  const form = { lead_capture_enabled: true, collect_without_download: true };
  await owner.api("PATCH", `/profiles/${body.id}`, form);
  return body.id;
}

const signUp = (page: number, p_email: string, lead: object = {}) =>
  app
    .visitor()
    .api("POST", "/rpc/insert_fan_lead", { p_profile_id: pages[page], p_name: "Nora Fan", p_email, ...lead });

const rows = (query: ReturnType<typeof sql>) => rowsOf<Record<string, unknown>>(app.platform.db, query);
const contactsOf = () => rows(sql`select * from contacts where user_id = ${owner.id} order by email`);
const ctx = () => systemCtx(app.platform, { job: "test", account: owner.id });
const stop = (reason: SuppressionReason, email = "nora@fans.example") =>
  suppress(app.platform, { account: owner.id, email, reason });
const statusOf = async () => (await contactsOf())[0]?.status;

describe("a contact", () => {
  it("is one for all sign-ups with the same address, with the first and the last of them", async () => {
    const link = (
      await owner.api("POST", `/profiles/${pages[0]}/links`, { title: "Shop", url: "https://shop.example" })
    ).body;
    await signUp(0, "nora@fans.example", {
      p_referrer: "https://www.tiktok.com/@mia",
      p_link_id: link.id,
      p_query: "?utm_source=bio&utm_campaign=new%0Aone&ref=x",
    });
    app.clock.advance(60_000);
    await signUp(1, " NORA@fans.example", { p_name: "Other", p_referrer: "https://t.co/x" });
    const [contact, ...others] = await contactsOf();
    expect(others).toEqual([]);
    expect(contact).toMatchObject({ name: "Nora Fan", status: "new", profile_ids: pages });
    expect(contact).toMatchObject({
      first_touch: {
        profile_id: pages[0],
        referrer_host: "tiktok.com",
        link: "Shop",
        utm: { source: "bio", campaign: "new one" },
      },
      last_touch: { profile_id: pages[1], referrer_host: "t.co" },
    });
    const leads = await rows(sql`select contact_id from fan_leads where user_id = ${owner.id}`);
    expect(leads).toEqual([{ contact_id: contact?.id }, { contact_id: contact?.id }]);
    const events = (await eventsOf(app)).filter(({ account }) => account === owner.id);
    expect(events.filter(({ name }) => name === "contact.created")).toMatchObject([{ subject: contact?.id }]);
  });

  it("keeps the first time zone that the browser names and that exists", async () => {
    const known = [];
    for (const p_time_zone of ["Mars/Base", "+05:30", undefined, "Asia/Tokyo", "Europe/Lisbon", null]) {
      await signUp(0, "nora@fans.example", { p_time_zone });
      known.push((await contactsOf())[0]?.time_zone);
    }
    expect(known).toEqual([null, null, null, ...Array(3).fill("Asia/Tokyo")]);
  });

  it("keeps which URL of a link's test they got, as clicks do", async () => {
    const test = { is_ab_test: true, link_a: "https://a.example/", link_b: "https://b.example/" };
    const draft = { title: "Shop", url: "https://shop.example" };
    const { body: link } = await owner.api("POST", `/profiles/${pages[0]}/links`, { ...draft, ...test });
    for (const n of [1, 2, 3, 4]) {
      const browser = {
        "user-agent": `Mozilla/5.0 (X11; Linux x86_64; rv:${n}.0) Gecko/20100101 Firefox/${n}.0`,
      };
      const call = (method: string, path: string, body?: object) =>
        app.visitor().call(method, path, body, browser);
      const fan = { p_profile_id: pages[0], p_name: "Fan", p_email: `fan${n}@fans.example` };
      await call("POST", "/api/v1/rpc/insert_fan_lead", { ...fan, p_link_id: link.id });
      const variant = (await call("GET", `/go/${link.id}`)).headers.get("location")?.slice(8, 9);
      const [row] = await rows(sql`select first_touch, last_touch from contacts
        where user_id = ${owner.id} and email = ${fan.p_email}`);
      expect(row).toMatchObject({ first_touch: { link: "Shop", variant }, last_touch: { variant } });
    }
  });

  it("is exported with the proof of what they agreed to, the whole way to the form, and their place", async () => {
    const { body: link } = await owner.api("POST", `/profiles/${pages[0]}/links`, {
      title: "Shop",
      url: "https://shop.example",
    });
    const way = { p_link_id: link.id, p_query: "?utm_source=bio", p_referrer: "https://t.co/x" };
    await signUp(0, "nora@fans.example", way);
    const [{ id } = {}] = await contactsOf();
    const stages = [{ id: randomUUID(), name: "New", color: "gray" }];
    await owner.api("PUT", "/pipeline", { stages, currency: "USD" });
    await owner.api("PUT", `/contacts/${id}/pipeline`, {
      stage_id: stages[0]?.id,
      value_cents: 1250,
      owner_id: owner.id,
    });
    const csv = String((await owner.call("GET", "/api/v1/contacts/export")).body).replace("\ufeff", "");
    const [head = [], cells = []] = csv.split("\r\n").map((line) => line.split(","));
    const row = Object.fromEntries(head.map((name, at) => [name, cells[at]]));
    expect(row).toMatchObject({
      email: "nora@fans.example",
      stage: "New",
      value: "12.5",
      currency: "USD",
      source: "sign_up",
      first_link: "Shop",
      first_utm_source: "bio",
      first_page: "One",
      last_referrer: "t.co",
      consent_state: "confirmed",
      consent_method: "form",
      consent_ended_at: "",
    });
    const { body } = await owner.api("GET", "/contacts/export?format=json");
    const [proof] = await rows(sql`select text, version from contact_consents where user_id = ${owner.id}`);
    expect(body).toMatchObject([{ id, consents: [{ topic: "news", ...proof, method: "form" }] }]);
    expect(row.consent_version).toBe(proof?.version);
  });

  it("is one when twenty pages' forms arrive at once", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => signUp(n % 2, "nora@fans.example")));
    expect(await contactsOf()).toHaveLength(1);
  });

  it("gets the sign-up of someone who was deleted and fills in the same form again", async () => {
    await signUp(0, "nora@fans.example");
    const [before] = await contactsOf();
    await owner.api("POST", "/contacts/delete", { selection: { ids: [before?.id] }, undo_id: randomUUID() });
    expect((await signUp(0, "nora@fans.example")).body.code).toBe("23505");
    const [after] = await contactsOf();
    const leads = await rows(sql`select contact_id from fan_leads where user_id = ${owner.id}`);
    expect([after?.id === before?.id, leads]).toEqual([false, [{ contact_id: after?.id }]]);
  });

  it("leaves its old links to its old address when it gets another one", async () => {
    const { body } = await owner.api("POST", "/contacts", { email: "old@fans.example" });
    const link = { account: owner.id, contact_id: body.id, email: "old@fans.example" };
    await owner.api("PATCH", `/contacts/${body.id}`, { email: "new@fans.example" });
    const url = app.url + unsubscribePath(app.platform, link);
    expect(await (await fetch(url)).text()).not.toContain("new@fans.example");
    expect((await fetch(url, { method: "POST" })).status).toBe(200);
    expect(await statusOf()).toBe("new");
    expect((await owner.api("POST", "/contacts", { email: "old@fans.example" })).body.status).toBe(
      "unsubscribed",
    );
    const now = app.url + unsubscribePath(app.platform, { ...link, email: "new@fans.example" });
    expect(await (await fetch(now)).text()).toContain("new@fans.example");
  });

  it("says so when two get the same address at once", async () => {
    const ids = await Promise.all(
      ["a@fans.example", "b@fans.example"].map(
        async (email) => (await owner.api("POST", "/contacts", { email })).body.id,
      ),
    );
    const answers = await Promise.all(
      ids.map((id) => owner.api("PATCH", `/contacts/${id}`, { email: "same@fans.example" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("keeps the proof of what they agreed to, and belongs to its account alone", async () => {
    await signUp(0, "nora@fans.example");
    const id = String((await contactsOf())[0]?.id);
    const [consent] = await rows(sql`select * from contact_consents where contact_id = ${id}`);
    expect(consent).toMatchObject({ topic: "news", state: "confirmed", method: "form" });
    expect(consent?.text).toMatch(/unsubscribe/);
    const contact = await requireContact(ctx(), id);
    expect(toMergeContact(contact)).toMatchObject({ email: "nora@fans.example", first_name: "Nora" });
    const stranger = { ...ctx(), account: "stranger" };
    const limited = { ...ctx(), profileIds: [randomUUID()] };
    for (const other of [stranger, limited])
      await expect(requireContact(other, id)).rejects.toMatchObject({ code: "CONTACT_NOT_FOUND" });
  });
});

describe("a suppression", () => {
  it.each([
    ["hard_bounce", "bounced", false],
    ["complaint", "complained", false],
    ["manual", "blocked", false],
    ["unsubscribe", "unsubscribed", true],
  ] as const)("%s makes a contact %s; signing up again lifts it: %s", async (reason, status, isLifted) => {
    await signUp(0, "nora@fans.example");
    expect(MAILABLE_STATUSES).toContain(await statusOf());
    await stop(reason, "Nora@fans.example ");
    expect(await statusOf()).toBe(status);
    expect((await signUp(0, "nora@fans.example")).status).toBe(409);
    expect(await statusOf()).toBe(isLifted ? "new" : status);
  });

  it.each([
    ["complaint", "complained"],
    ["unsubscribe", "new"],
  ] as const)(
    "%s of an address that nobody has makes whoever signs up with it %s",
    async (reason, status) => {
      await stop(reason);
      expect((await signUp(0, "nora@fans.example")).status).toBe(200);
      expect(await statusOf()).toBe(status);
      const left = await rows(sql`select reason from suppressions where user_id = ${owner.id}`);
      expect(left).toEqual(status === "new" ? [] : [{ reason }]);
    },
  );

  it("keeps the graver reason, and is announced once", async () => {
    await signUp(0, "nora@fans.example");
    await stop("complaint");
    for (const lighter of ["unsubscribe", "complaint"] as const) await stop(lighter);
    expect(await statusOf()).toBe("complained");
    const told = (await eventsOf(app)).filter(
      ({ account, name }) => account === owner.id && /supp/.test(name),
    );
    expect(told).toMatchObject([{ name: "contact.suppressed", payload: { reason: "complaint" } }]);
  });
});

it.each([
  ["unsubscribe", "unsubscribed"],
  ["erased", "blocked"],
] as const)("lifting what the team may lift brings back a person's own decision: %s", async (own, status) => {
  await signUp(0, "nora@fans.example");
  const found = () => rows(sql`select reason, wish from suppressions where user_id = ${owner.id}`);
  const lift = () =>
    owner.api("DELETE", "/suppressions", { email: "nora@fans.example", note: "They called" });
  for (const order of [[own, "hard_bounce"] as const, ["manual", own] as const]) {
    for (const reason of order) await stop(reason);
    const graver = order.find((reason) => reason !== own);
    expect(await found()).toEqual([{ reason: graver, wish: own }]);
    expect((await lift()).body).toMatchObject({ wish: own });
    expect(await found()).toEqual([{ reason: own, wish: null }]);
    expect(await statusOf()).toBe(status);
    await signUp(0, "nora@fans.example");
    expect(await found()).toEqual([]);
  }
  // Signing up again ends the wish, and nothing but the wish.
  for (const reason of [own, "manual"] as const) await stop(reason);
  await signUp(0, "nora@fans.example");
  expect(await found()).toEqual([{ reason: "manual", wish: null }]);
  await stop(own);
  await stop("complaint");
  expect(await statusOf()).toBe("complained");
});

it("the URL that unsubscribes fits into a line of an e-mail's header", () => {
  const link = {
    account: owner.id,
    contact_id: randomUUID(),
    email: "nora@fans.example",
    batch_id: randomUUID(),
  };
  const url = `https://fanfare.example.com${unsubscribePath(app.platform, link)}`;
  expect(url.length).toBeLessThanOrEqual(76);
});

it("a lead's time zone is one, or none", async () => {
  const { id } = (await owner.api("POST", "/contacts", { email: "zoe@fans.example" })).body;
  const change = (time_zone: string | null) => owner.api("PATCH", `/contacts/${id}`, { time_zone });
  expect((await change("Europe/Berlin")).body.time_zone).toBe("Europe/Berlin");
  expect([(await change("Berlin")).status, (await change("+05:30")).status]).toEqual([400, 400]);
  expect((await change(" ")).body.time_zone).toBeNull();
});
