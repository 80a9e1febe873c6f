// @project server-postgres
import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { refusedReports } from "./refused-reports.ts";
import { REPORTS_PER_DAY } from "./rules.ts";

let app: TestApp;
let founder: Client;
beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp();
});
afterAll(() => app?.close());

it("reports beyond those a page takes in a day are counted, and urgent all the same", async () => {
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
  expect(await report({ reason: "danger" })).toBe(429);
  await report({ website: "https://robots.example" });
  await Promise.all([1, 2].map(() => refusedReports(app.platform).write()));
  const [item] = (await founder.api("GET", "/admin/cases")).body.items;
  expect(item).toMatchObject({ username, reports: REPORTS_PER_DAY, refused: 31, is_urgent: true });
  const day = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const [from, until] = [day, day + DAY_MS].map((time) => new Date(time).toISOString());
  const { body } = await founder.api("GET", `/admin/cases/transparency.csv?from=${from}&until=${until}`);
  expect(body).toContain(`reports_received,,${REPORTS_PER_DAY + 31}\r\n`);
  expect(body).toContain("reports_received,danger,1\r\n");
});
