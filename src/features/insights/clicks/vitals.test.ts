// @project server-postgres
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { SAFARI } from "#test/harness/sse.ts";
import { compactRollups, rebuildRollups } from "./rollups.ts";

let app: TestApp;
let owner: Client;
let profile_id = "";
beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
  profile_id = (await owner.api("POST", "/profiles", { name: "Ada" })).body.id;
  app.clock.set("2026-05-11T12:00:00Z");
});
afterAll(() => app?.close());

const measure = (body: object, agent = SAFARI, who = app.visitor()) =>
  who.call("POST", "/api/v1/vitals", { profile_id, ...body }, { "user-agent": agent });
const shown = async (who = owner) =>
  (await who.api("GET", `/profiles/${profile_id}/analytics/vitals?from=2026-05-01&to=2026-05-31`)).body;

it("what visitors’ browsers measure is counted, without bots and owners, and stays when figures are rebuilt", async () => {
  const all = [
    { lcp: 1000, cls: 0 },
    { lcp: 2000, cls: 0.004, inp: 40 },
    { lcp: 2400, cls: 0, inp: null },
    { lcp: 60_000, cls: 0.5 },
  ];
  const answers = await Promise.all(all.map((one) => measure(one)));
  expect(answers.map(({ status, body }) => [status, body.new])).toEqual(all.map(() => [202, 1]));
  for (const answer of [measure({ lcp: 9000 }, "Googlebot/2.1"), measure({ lcp: 9000 }, SAFARI, owner)])
    expect((await answer).body).toEqual({ received: 1, new: 0 });
  const expected = {
    items: [
      { name: "lcp", samples: 4, p75: 2400, verdict: "good", counts: { good: 3, needs_work: 0, poor: 1 } },
      { name: "inp", samples: 1, p75: 35, verdict: "good", counts: { good: 1, needs_work: 0, poor: 0 } },
      { name: "cls", samples: 4, p75: 0.01, verdict: "good", counts: { good: 3, needs_work: 0, poor: 1 } },
    ],
  };
  expect(await shown()).toEqual(expected);
  app.clock.set("2026-06-20T12:00:00Z");
  await compactRollups(app.platform);
  expect(await shown()).toEqual(expected);
  const days = { from: new Date("2026-05-11"), to: new Date("2026-05-12") };
  await app.platform.write(({ db }) => rebuildRollups(db, profile_id, days));
  expect(await shown()).toEqual(expected);
  // They’re no views.
  const read = `/profiles/${profile_id}/analytics?from=2026-05-01&to=2026-05-31`;
  expect((await owner.api("GET", read)).body).toMatchObject({ totals: { views: 0 }, has_history: false });
});

it("is refused for other pages, and with what nobody can have measured", async () => {
  const other = { profile_id: "5b1f3f8e-0000-4000-8000-000000000000" };
  expect((await measure({ ...other, lcp: 1 })).body).toMatchObject({ code: "PROFILE_NOT_FOUND" });
  for (const lcp of [-1, 1e9, "1"]) expect((await measure({ lcp })).status).toBe(400);
  const stranger = await app.signUp();
  expect(await shown(stranger)).toMatchObject({ code: "PROFILE_NOT_FOUND" });
  const asked = async (query: string) =>
    (await owner.api("GET", `/profiles/${profile_id}/analytics/vitals?${query}`)).body.code;
  expect(await asked("tz=Mars/Olympus")).toBe("TIME_ZONE_UNKNOWN");
  expect(await asked("from=2026-05-31&to=2026-05-01")).toBe("PERIOD_INVALID");
});
