// @project server-postgres
import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { refusedReports } from "./refused-reports.ts";
import { REPORTS_PER_DAY } from "./rules.ts";

let app: TestApp;
let founder: Client;
beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp();
});
afterAll(() => app?.close());

it("reports beyond those a page takes in a day are counted, and those of danger are kept all the same", async () => {
  const owner = await app.signUp();
  const { username } = (await owner.api("POST", "/profiles", { name: "Popular" })).body;
  let sent = 0;
  // Each from a network of its own, because one may not report endlessly.
  const report = async (more: object = {}) => {
    const from = { "x-forwarded-for": `${198 + Math.floor(++sent / 250)}.${sent % 250}.100.7` };
    const body = { username, reason: "spam", ...more };
    return (await app.visitor().call("POST", "/api/v1/reports", body, from)).status;
  };
  for (let n = 0; n < REPORTS_PER_DAY; n++) expect(await report()).toBe(201);
  for (let n = 0; n < 30; n++) expect(await report()).toBe(429);
  const [{ id: caseId }] = (await founder.api("GET", "/admin/cases")).body.items;
  expect(await report({ reason: "danger", details: "She says that she’ll jump" })).toBe(201);
  expect((await eventsOf(app, caseId)).map(({ name }) => name)).toEqual(["case.urgent"]);
  for (let n = 1; n < REPORTS_PER_DAY; n++) await report({ reason: "child-safety" });
  expect(await report({ reason: "danger" })).toBe(429);
  await report({ website: "https://robots.example" });
  await Promise.all([1, 2].map(() => refusedReports(app.platform).write()));
  const [item] = (await founder.api("GET", "/admin/cases")).body.items;
  expect(item).toMatchObject({ username, reports: 2 * REPORTS_PER_DAY, refused: 31, is_urgent: true });
  const day = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const [from, until] = [day, day + DAY_MS].map((time) => new Date(time).toISOString());
  const { body } = await founder.api("GET", `/admin/cases/transparency.csv?from=${from}&until=${until}`);
  expect(body).toContain(`reports_received,,${2 * REPORTS_PER_DAY + 31}\r\n`);
  const parts = [from, new Date(day + DAY_MS / 2).toISOString(), until];
  const received = async (from?: string, until?: string) => {
    const { body } = await founder.api("GET", `/admin/cases/transparency.csv?from=${from}&until=${until}`);
    return Number(/reports_received,,(\d+)/.exec(body)?.[1]);
  };
  const halves = [await received(parts[0], parts[1]), await received(parts[1], parts[2])];
  expect(halves.reduce((sum, half) => sum + half, 0)).toBe(2 * REPORTS_PER_DAY + 31);
  const soFar = (await founder.api("GET", "/admin/cases/transparency.csv")).body;
  expect(soFar).toContain(`reports_received,,${2 * REPORTS_PER_DAY + 31}\r\n`);
  expect(body).toContain("reports_received,danger,2\r\n");
});
