import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { GeoLocation } from "#src/platform/geo/geo.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { eraseLeadsOfContacts, purgeLeads } from "./leads.ts";

const DOWNLOAD = "https://files.example/screensavers.zip";
const DUPLICATE = 'duplicate key value violates unique constraint "fan_leads_email"';

let app: TestApp;
let owner: Client;
// biome-ignore lint/suspicious/noExplicitAny: the answer of the API, asserted and not trusted
let profile: any;

beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
  await app.signUp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signUp();
  profile = await openForm({});
});

/** Creates a profile of the owner's whose page has the form. */
async function openForm(settings: Record<string, unknown>) {
  const { body } = await owner.api("POST", "/profiles", { name: `L${randomUUID().slice(0, 8)}` });
  const form = { screensaver_enabled: true, screensaver_link: DOWNLOAD, lead_capture_enabled: true };
  const changed = await owner.api("PATCH", `/profiles/${body.id}`, { ...form, ...settings });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  return changed.body;
}

let addresses = 0;
/** Every visitor gets a new IP address, so that no test counts toward another's limit. */
const nextAddress = () => `81.2.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;

function send(fields: Record<string, unknown> = {}, address = nextAddress()) {
  const body = {
    p_profile_id: profile.id,
    p_name: "Mia",
    p_email: "mia@example.com",
    p_phone: null,
    p_lead_source: "screensaver_signup",
    ...fields,
  };
  return app.visitor().call("POST", "/api/v1/rpc/insert_fan_lead", body, { "x-forwarded-for": address });
}

function rows(profileId = profile.id) {
  // biome-ignore lint/suspicious/noExplicitAny: a row as it is stored
  return rowsOf<any>(app.platform.db, sql`select * from fan_leads where profile_id = ${profileId}`);
}

const list = async (query = "") => (await owner.api("GET", `/contacts${query}`)).body;

it("shows at the fan what they did in the visit in which they signed up, and nothing of anyone else’s", async () => {
  const session_id = randomUUID();
  const by = { "user-agent": "Mozilla/5.0 (iPhone) Safari", "x-forwarded-for": nextAddress() };
  const visitor = app.visitor();
  const act = async (what: "view" | "click", session: string, title = "") => {
    app.clock.advance(1000);
    const event = { id: randomUUID(), session_id: session, referrer: "https://x.com/" };
    if (what === "view")
      return visitor.call("POST", "/api/v1/views", { ...event, profile_id: profile.id }, by);
    const link = { title, url: DOWNLOAD };
    const link_id = (await owner.api("POST", `/profiles/${profile.id}/links`, link)).body.id;
    return visitor.call("POST", "/api/v1/clicks", { events: [{ ...event, link_id }] }, by);
  };
  const signUp = (p_email: string, p_session_id: string = session_id) => {
    app.clock.advance(1000);
    return send({ p_email, p_session_id });
  };
  const answers = [
    ...[await act("view", session_id), await act("view", "another"), await act("click", session_id, "Shop")],
    ...[await signUp("mia@example.com"), await act("click", session_id, "Tour")],
    // Passes the phone on.
    ...[
      await signUp("zoe@example.com"),
      await act("click", session_id, "Bio"),
      await signUp("odd@example.com", "\0"),
    ],
  ];
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 200, 202, 200, 202, 200]);
  const idOf = async (email: string) => (await owner.api("GET", `/contacts?q=${email}`)).body.items[0].id;
  const timelineOf = async (email: string) => {
    const { items } = (await owner.api("GET", `/contacts/${await idOf(email)}/timeline`)).body;
    return items.map(({ kind, data }: { kind: string; data: Record<string, string> }) => [
      kind,
      ...(kind === "sign_up" ? [] : Object.values(data)),
    ]);
  };
  expect(await timelineOf("mia@example.com")).toEqual([
    ...[["sign_up"], ["link_opened", "Shop"], ["visited", "x.com"]],
  ]);
  expect(await timelineOf("zoe@example.com")).toEqual([
    ...[["link_opened", "Bio"], ["sign_up"], ["link_opened", "Tour"]],
  ]);
  expect(await timelineOf("odd@example.com")).toEqual([["sign_up"]]);
  const file = await owner.api("POST", `/contacts/${await idOf("mia@example.com")}/data`);
  expect(JSON.stringify(file.body).match(/"link":"\w+"/g)).toEqual(['"link":"Shop"']);
});

describe("§7 insert_fan_lead", () => {
  it("stores the lead, says what can be downloaded now, and announces it", async () => {
    const answer = await send({ p_name: " Mia ", p_email: " MIA@Example.com ", p_lead_source: "other" });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ id: expect.any(String), download_url: DOWNLOAD });
    expect(await rows()).toEqual([
      expect.objectContaining({
        id: answer.body.id,
        user_id: owner.id,
        name: "Mia",
        email: "mia@example.com",
        phone: null,
        lead_source: "screensaver_signup",
      }),
    ]);
    expect(await eventsOf(app, answer.body.id)).toMatchObject([
      {
        name: "lead.captured",
        account: owner.id,
        actor: { type: "visitor" },
        payload: { profile_id: profile.id },
      },
    ]);
  });

  it.each([
    [{ p_name: "" }, 400, "MISSING_INFORMATION", "Please fill in all required fields."],
    [{ p_email: null }, 400, "MISSING_INFORMATION", "Please fill in all required fields."],
    [{ p_email: "mia" }, 400, "EMAIL_INVALID", "That’s not an e-mail address. Check it for typos."],
    [{ p_profile_id: "x" }, 404, "PROFILE_NOT_FOUND", "Profile not found"],
    [{ p_profile_id: randomUUID() }, 404, "PROFILE_NOT_FOUND", "Profile not found"],
    [{ p_elapsed_ms: 40 }, 429, "TOO_FAST", "That was very fast. Try again in a moment."],
  ])("§5 answers %j with %s %s and stores nothing", async (fields, status, code, message) => {
    const answer = await send(fields);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code, message });
    expect(await rows()).toEqual([]);
  });

  it("§5 asks for the phone number and keeps it the way the owner chose", async () => {
    profile = await openForm({ collect_phone_enabled: true, phone_required: true });
    const without = await send();
    expect(without.status).toBe(400);
    expect(without.body.message).toBe("Please provide your phone number");
    expect((await send({ p_phone: "no" })).body.code).toBe("PHONE_INVALID");
    const numbers = [
      "+49 30 1234567",
      "(030) 123-4567",
      "0049.30.1234567",
      "030/12 34 56 ext. 7",
      "٠١٢٣٤٥٦٧",
    ];
    for (const [index, p_phone] of numbers.entries()) {
      expect((await send({ p_phone: ` ${p_phone} `, p_email: `m${index}@example.com` })).status).toBe(200);
    }
    expect((await rows()).map(({ phone }) => phone).sort()).toEqual([...numbers].sort());
    profile = await openForm({ collect_phone_enabled: false, phone_required: true });
    await send({ p_phone: "+49 30 1234567" });
    expect((await rows())[0].phone).toBeNull();
  });

  it("keeps the exact words the visitor agreed to, where they are, and where they came from", async () => {
    profile = await openForm({ disclaimer_text: "You get one mail a year." });
    const place: GeoLocation = app.platform.geo.lookup("81.2.69.160");
    await send({ p_referrer: "https://www.instagram.com/mia?igsh=1" }, "81.2.69.160");
    const [lead] = await rows();
    expect(lead).toMatchObject({
      country: place.country,
      referrer_host: "instagram.com",
      consent_text: "You get one mail a year.",
      consent_version: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    expect(place.country).toBe("GB");
    expect(new Date(lead.consented_at).toISOString()).toBe(new Date(lead.created_at).toISOString());
    await send({ p_referrer: `${app.url}/mia`, p_email: "own@example.com" });
    expect((await rows()).find(({ email }) => email === "own@example.com").referrer_host).toBe("");
  });

  it("§8 refuses an address that has signed up before as a duplicate, and leaves the stored lead alone", async () => {
    await send();
    const again = await send({ p_name: "Someone else", p_email: "Mia@example.com" });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: "23505", message: DUPLICATE, data: { download_url: DOWNLOAD } });
    expect((await rows()).map(({ name }) => name)).toEqual(["Mia"]);
    const elsewhere = await openForm({});
    expect((await send({ p_profile_id: elsewhere.id })).status).toBe(200);
  });

  it("stores one lead when the same form is sent twenty times at once, and each time succeeds", async () => {
    const p_id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({ p_id })));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const [id, ...others] = new Set(answers.map(({ body }) => body.id));
    expect(others).toEqual([]);
    expect(await rows()).toHaveLength(1);
    expect(await eventsOf(app, id)).toHaveLength(1);
    const other = await send({ p_id, p_email: "other@example.com" });
    expect(other.status).toBe(200);
    expect(await rows()).toHaveLength(2);
  });

  it("stores one lead when twenty forms with the same address arrive at once", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send()));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(409)]);
    expect(await rows()).toHaveLength(1);
  });

  it("answers as usual when a program fills in what people don't see, and stores nothing", async () => {
    const answer = await send({ p_subject: "Cheap watches" });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ id: expect.any(String), download_url: DOWNLOAD });
    expect(await rows()).toEqual([]);
    expect(await eventsOf(app, answer.body.id)).toEqual([]);
  });

  it("limits how often one address may send, and says when it may send again", async () => {
    const address = "2001:4860:4860::8888";
    // The owner of an IPv6 address can choose its last half.
    const sameNetwork = (n: number) => `2001:4860:4860:0:${n + 1}::8888`;
    for (let n = 0; n < 60; n++) await send({ p_email: "" }, sameNetwork(n));
    const answer = await send({}, address);
    expect(answer.status).toBe(429);
    expect(answer.body.message).toMatch(/^Too many attempts\. Try again in \d+ minutes\.$/);
    expect((await send({}, "2001:4860:4861::8888")).status).toBe(200);
  });

  it("limits the leads on one profile, wherever they come from", async () => {
    expect((await send({ p_email: "first@example.com" })).status).toBe(200);
    const one = sql`update rate_limits set points = 2999 where key like 'lead-profile:%'`;
    await app.platform.db.execute(one);
    expect((await send({ p_email: "last@example.com" })).status).toBe(200);
    expect((await send({ p_email: "late@example.com" })).status).toBe(429);
    expect((await rows()).map(({ email }) => email)).not.toContain("late@example.com");
    profile = await openForm({});
    expect((await send({ p_email: "late@example.com" })).status).toBe(200);
  });

  it("is closed if the page shows no form", async () => {
    const closed = { code: "LEAD_FORM_CLOSED", message: "This form is closed right now." };
    for (const settings of [{ lead_capture_enabled: false }, { screensaver_enabled: false }]) {
      profile = await openForm(settings);
      const answer = await send();
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject(closed);
    }
    profile = await openForm({ screensaver_enabled: false, collect_without_download: true });
    expect((await send()).body).toEqual({ id: expect.any(String), download_url: null });
  });

  it("doesn't find a page that's switched off or deleted, or whose owner is banned", async () => {
    await owner.api("PUT", `/profiles/${profile.id}/status`, { status: "inactive" });
    expect((await send()).status).toBe(404);
    profile = await openForm({});
    await owner.api("DELETE", `/profiles/${profile.id}`);
    expect((await send()).status).toBe(404);
    profile = await openForm({});
    await app.platform.db.execute(sql`update users set banned = true where id = ${owner.id}`);
    expect((await send()).status).toBe(404);
  });
});

describe("§7 get_profile_owner_id", () => {
  const ask = (profile_uuid: string) =>
    app.visitor().api("POST", "/rpc/get_profile_owner_id", { profile_uuid });

  it("returns the owner's id unchanged", async () => {
    const answer = await ask(profile.id);
    expect(answer.status).toBe(200);
    expect(answer.body).toBe(owner.id);
  });

  it("finds nobody if there's no page", async () => {
    await owner.api("PUT", `/profiles/${profile.id}/status`, { status: "inactive" });
    for (const id of [randomUUID(), "x", profile.id]) expect((await ask(id)).status).toBe(404);
  });
});

describe("people who signed up", () => {
  it("are listed to their owner alone, newest first, found by parts of name, e-mail address, and phone number in any notation", async () => {
    profile = await openForm({ collect_phone_enabled: true });
    const people: [string, string, string][] = [
      ["Ann 100%", "ann@example.com", "+49 30 123-4567"],
      ["Ben", "ben_b@example.com", ""],
      ["Cem", "cem@example.com", "555 0100"],
    ];
    for (const [p_name, p_email, p_phone] of people) {
      app.clock.advance(1000);
      await send({ p_name, p_email, p_phone });
    }
    const names = async (query: string) =>
      (await list(`?${query}`)).items.map(({ name }: { name: string }) => name);
    expect(await names("")).toEqual(["Cem", "Ben", "Ann 100%"]);
    expect(await names("q=BEN_B")).toEqual(["Ben"]);
    expect(await names("q=n_b")).toEqual(["Ben"]);
    expect(await names("q=Ann 100%25")).toEqual(["Ann 100%"]);
    expect(await names("q=1%250")).toEqual([]);
    expect(await names("q=4930123")).toEqual(["Ann 100%"]);
    expect(await names("q=(555)")).toEqual(["Cem"]);
    expect(await names("q=zzz")).toEqual([]);
    expect(await names(`profile_id=${(await openForm({})).id}`)).toEqual([]);
    expect((await list("")).items[0]).toMatchObject({ profile_ids: [profile.id], phone: "555 0100" });
    expect((await (await app.signUp()).api("GET", "/contacts")).body).toEqual({
      items: [],
      total: 0,
      is_estimate: false,
    });
    const foreign = await (await app.signUp()).api("GET", `/contacts?profile_id=${profile.id}`);
    expect(foreign.status).toBe(404);
  });

  it("come page by page, even if many of them have the same time", async () => {
    await app.platform.db.execute(sql`
      insert into contacts (user_id, id, name, email, status, profile_ids, created_at, updated_at)
      select ${owner.id}, gen_random_uuid(), 'P' || n, 'p' || n || '@example.com', 'new', array[${profile.id}::uuid],
        '2026-01-01', '2026-01-01' from generate_series(1, 120) as n`);
    const pages = [await list()];
    while (pages.at(-1).next) pages.push(await list(`?cursor=${encodeURIComponent(pages.at(-1).next)}`));
    expect(pages.map(({ items }) => items.length)).toEqual([50, 50, 20]);
    expect(pages.map(({ total }) => total)).toEqual([120, 120, 120]);
    const seen = pages.flatMap(({ items }) => items.map(({ id }: { id: string }) => id));
    expect(new Set(seen).size).toBe(120);
  });

  it("aren’t listed from a made-up cursor", async () => {
    for (const cursor of ["nonsense", `2026-02-30T00:00:00Z_${randomUUID()}`, "2026-01-01T00:00:00Z_1"]) {
      const answer = await owner.api("GET", `/contacts?cursor=${encodeURIComponent(cursor)}`);
      expect([cursor, answer.status, answer.body.code]).toEqual([cursor, 400, "CURSOR_INVALID"]);
    }
  });

  it("are exported in full, quoted, and harmless to spreadsheets", async () => {
    await send({ p_name: '=HYPERLINK("x"), "Q"', p_email: '"a,b"@example.com' });
    await send({ p_name: "Nora", p_email: "nora@example.com" });
    const answer = await owner.api("GET", "/contacts/export?q=example.com");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toContain("text/csv");
    expect(answer.headers.get("content-disposition")).toMatch(/leads-\d{4}-\d\d-\d\d\.csv/);
    const lines = answer.body.trimEnd().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[0].replace("\ufeff", "")).toMatch(/^name,email,phone,country,/);
    expect(answer.body).toContain(`"'=HYPERLINK(""x""), ""Q""","""a,b""@example.com",,`);
    expect((await owner.api("GET", "/contacts/export?q=nora")).body.trimEnd().split("\r\n")).toHaveLength(2);
  });

  it("are erased with their sign-ups, and only by their owner", async () => {
    const { id: leadId } = (await send()).body;
    const [{ id }] = (await list()).items;
    expect((await (await app.signUp()).api("DELETE", `/contacts/${id}`)).status).toBe(404);
    expect((await owner.api("DELETE", `/contacts/${id}`)).body).toEqual({ id });
    expect((await eventsOf(app, leadId)).map(({ name }) => name)).toEqual(["lead.captured"]);
    expect((await eventsOf(app, id)).map(({ name }) => name)).toEqual(["contact.created", "contact.deleted"]);
    await eraseLeadsOfContacts(app.platform, { account: owner.id, ids: [id] });
    expect(await rows()).toEqual([]);
    const again = await owner.api("DELETE", `/contacts/${id}`);
    expect(again.status).toBe(404);
    expect(again.body).toMatchObject({ code: "CONTACT_NOT_FOUND", message: "Lead not found" });
    expect((await send()).status).toBe(200);
  });

  it("leave nothing on a purged profile", async () => {
    await send();
    const kept = await openForm({});
    await send({ p_profile_id: kept.id });
    await app.platform.db.execute(sql`delete from client_profiles where id = ${profile.id}`);
    await purgeLeads(app.platform, { subject: profile.id, account: owner.id });
    expect(await rows()).toEqual([]);
    expect(await rows(kept.id)).toHaveLength(1);
  });
});
