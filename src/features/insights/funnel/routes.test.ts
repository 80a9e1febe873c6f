// @project server-postgres
import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { SAFARI } from "#test/harness/sse.ts";

let app: TestApp;
let owner: Client;
let profileId = "";
beforeAll(async () => {
  app = await startApp();
  app.clock.set("2026-03-10T12:00:00Z");
  owner = await app.signUp();
  profileId = (await owner.api("POST", "/profiles", { name: "Ada" })).body.id;
});
afterAll(() => app?.close());

const path = (what: string, query = "", id = profileId) => `/profiles/${id}/analytics/${what}${query}`;
const run = (statement: SQL) => app.platform.db.execute(statement);

it("nobody else finds them, and what can’t be answered is refused with a reason", async () => {
  const stranger = await app.signUp();
  for (const what of ["funnel", "returning"]) {
    expect((await stranger.api("GET", path(what))).body.code).toBe("PROFILE_NOT_FOUND");
    expect((await owner.api("GET", path(what, "?tz=Mars"))).body.code).toBe("TIME_ZONE_UNKNOWN");
    expect((await owner.api("GET", path(what, "?from=%00"))).body.code).toBe("PERIOD_INVALID");
  }
  expect((await owner.api("GET", path("funnel", "?filter=planet=Mars"))).body.code).toBe("FILTER_INVALID");
  const two = "?filter=country%3DDE%26os%3Dios";
  expect((await owner.api("GET", path("funnel", two))).body.code).toBe("PREMIUM_REQUIRED");
});

it("a page without visitors has steps of nobody, and no shares", async () => {
  const { status, body } = await owner.api("GET", path("funnel"));
  expect(status).toBe(200);
  const none = { of_previous: null, of_first: null, people: 0 };
  expect(body.steps).toEqual(
    ["view", "click", "lead", "confirmed", "order"].map((step) => ({ step, ...none })),
  );
  expect(body.first_click).toEqual({ visits: 0, median_ms: null, p90_ms: null, apps: [], devices: [] });
  expect((await owner.api("GET", path("returning"))).body).toMatchObject({ fans: 0, returned: 0 });
});

async function signUp(at: string): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@fans.example`;
  const { id } = (await owner.api("POST", "/contacts", { email })).body;
  await run(sql`insert into fan_leads (id, profile_id, user_id, name, email, lead_source, consent_text, consent_version,
      consented_at, created_at, contact_id)
    values (${randomUUID()}, ${profileId}, ${owner.id}, 'Mia', ${email}, 'form', '', '', ${at}, ${at}, ${id})`);
  return { id, email };
}

it("§10 steps are shares of the one before unless they’re larger, and who bought is counted once", async () => {
  const link = { title: "Shop", url: "https://example.com" };
  const link_id = (await owner.api("POST", `/profiles/${profileId}/links`, link)).body.id;
  const send = (what: "views" | "clicks", session_id: string) => {
    app.clock.advance(2500);
    const event = { id: randomUUID(), session_id };
    const data = what === "views" ? { ...event, profile_id: profileId } : { events: [{ ...event, link_id }] };
    return app.visitor().call("POST", `/api/v1/${what}`, data, { "user-agent": SAFARI });
  };
  for (const [what, session] of [
    ["views", "a"],
    ["clicks", "a"],
    ["clicks", "a"],
    ["views", "b"],
    ["views", "b"],
    ["clicks", "c"],
  ] as const)
    expect((await send(what, session)).status).toBe(202);
  const [mia, zoe] = [await signUp("2026-03-10T09:00:00Z"), await signUp("2026-03-10T09:00:00Z")];
  const buy = (id: string, { email }: { email: string }, ordered_at: string) =>
    owner.api("POST", "/orders", { id, email, amount: 700, currency: "EUR", ordered_at });
  await buy("1", mia, "2026-03-10T10:00:00Z");
  await buy("2", mia, "2026-03-10T11:00:00Z");
  await buy("3", zoe, "2026-03-10T08:00:00Z");
  const { body } = await owner.api("GET", path("funnel"));
  expect(body.steps).toEqual([
    { step: "view", people: 2, of_previous: null, of_first: null },
    { step: "click", people: 1, of_previous: 0.5, of_first: 0.5 },
    // More signed up than opened a link.
    { step: "lead", people: 2, of_previous: null, of_first: 1 },
    { step: "confirmed", people: 0, of_previous: 0, of_first: 0 },
    { step: "order", people: 1, of_previous: null, of_first: 0.5 },
  ]);
  expect(body).toMatchObject({
    short_link_visits: 1,
    revenue: [{ currency: "EUR", amount: 1400, orders: 2 }],
  });
  const { visits, median_ms, p90_ms } = body.first_click;
  // The clock goes on meanwhile.
  expect([visits, Math.floor(median_ms / 1000), p90_ms]).toEqual([1, 2, median_ms]);
  // Nothing is known of the visits in which they signed up.
  const phones = (await owner.api("GET", path("funnel", "?filter=device_type%3Dmobile"))).body;
  expect([phones.steps[0].people, phones.steps[2].people, phones.unreached_leads]).toEqual([2, 0, 2]);

  const viewer = await app.signUp();
  await run(sql`insert into team_members (account, user_id, role, profile_ids, created_at)
    values (${owner.id}, ${viewer.id}, 'viewer', null, now())`);
  await viewer.api("PUT", "/team/account", { account: owner.id });
  const seen = (await viewer.api("GET", path("funnel"))).body;
  expect([seen.steps[2].people, seen.steps[4].people, seen.revenue]).toEqual([2, null, null]);
  expect((await viewer.api("GET", path("returning"))).status).toBe(403);
});

it("fans return by e-mail or by signing up once more, on a later day", async () => {
  const [mia, zoe, bo] = [
    await signUp("2026-02-01T09:00:00Z"),
    await signUp("2026-02-01T09:00:00Z"),
    await signUp("2026-03-05T09:00:00Z"),
  ];
  const click = ({ id }: { id: string }, at: string, isMachine = false) =>
    run(sql`insert into delivery_clicks (user_id, id, batch_id, contact_id, link, is_scanner, is_machine, created_at)
      values (${owner.id}, ${randomUUID()}, ${randomUUID()}, ${id}, 0, false, ${isMachine}, ${at})`);
  await click(mia, "2026-03-06T10:00:00Z");
  await click(mia, "2026-03-07T10:00:00Z");
  await click(zoe, "2026-03-06T10:00:00Z", true);
  await click(bo, "2026-03-05T22:00:00Z");
  const get = async () => (await owner.api("GET", path("returning", "?from=2026-03-04&to=2026-03-08"))).body;
  expect(await get()).toMatchObject({ fans: 3, returned: 1, by_email: 1, by_sign_up: 0 });
  await run(
    sql`update contacts set last_touch = '{"at":"2026-03-06T10:00:00Z"}' where id = ${mia.id} or id = ${zoe.id}`,
  );
  for (const { id } of [mia, zoe])
    await run(sql`insert into contact_timeline (user_id, contact_id, id, kind, data, at)
      values (${owner.id}, ${id}, ${randomUUID()}, 'sign_up', '{}', '2026-03-06T10:00:00Z')`);
  expect(await get()).toMatchObject({ fans: 3, returned: 2, by_email: 1, by_sign_up: 2 });
});

it("a day of very many visits is answered soon, even before the database has counted it", async () => {
  const { id } = (await owner.api("POST", "/profiles", { name: "Viral" })).body;
  const day = app.clock.now().toISOString().slice(0, 10);
  const facts = sql`gen_random_uuid(), ${id}::uuid, ${owner.id}, 'visit-' || n, ${`${day}Z`}::timestamptz + n * interval '1 second'`;
  const empty = sql`'', '', '', '', '', '', '', false`;
  const columns = sql`region, city, device_type, browser, os, referrer_host, app, is_bot`;
  await run(sql`insert into page_views (id, profile_id, user_id, session_id, viewed_at, visitor, ${columns})
    select ${facts}, 'v' || n, ${empty} from generate_series(1, 12000) n`);
  await run(sql`insert into link_analytics (id, profile_id, user_id, session_id, clicked_at, link_id, ${columns})
    select ${facts} + interval '3 seconds', gen_random_uuid(), ${empty} from generate_series(1, 12000) n`);
  const begun = performance.now();
  const { steps, first_click } = (await owner.api("GET", path("funnel", `?from=${day}&to=${day}`, id))).body;
  expect([steps[0].people, steps[1].people, first_click.median_ms]).toEqual([12_000, 12_000, 3000]);
  // Comparing each event with each other one takes half a minute.
  expect(performance.now() - begun).toBeLessThan(8000);
});
