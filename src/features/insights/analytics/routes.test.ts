// @project server-postgres
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let owner: Client;
let profileId = "";
beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
  profileId = (await owner.api("POST", "/profiles", { name: "Ada" })).body.id;
});
afterAll(() => app.close());

describe("analytics of a profile", () => {
  it.each(["", "/export", "/live"])("%s isn't found by anyone else", async (path) => {
    const stranger = await app.signUp();
    const answer = await stranger.api("GET", `/profiles/${profileId}/analytics${path}`);
    expect([answer.status, answer.body.code]).toEqual([404, "PROFILE_NOT_FOUND"]);
    expect((await app.visitor().api("GET", `/profiles/${profileId}/analytics${path}`)).status).toBe(401);
    expect((await owner.api("GET", `/profiles/x/analytics${path}`)).status).toBe(404);
  });

  it.each([
    ["?tz=Mars", "TIME_ZONE_UNKNOWN"],
    ["?from=2026-01-02&to=2026-01-01", "PERIOD_INVALID"],
    ["?from=%00", "PERIOD_INVALID"],
    ["?step=week", "BAD_REQUEST"],
  ])("%s is refused as %s", async (query, code) => {
    for (const path of ["analytics", "analytics/export"]) {
      const answer = await owner.api("GET", `/profiles/${profileId}/${path}${query}`);
      expect([answer.status, answer.body.code], path).toEqual([400, code]);
    }
  });

  it("can be downloaded as CSV", async () => {
    const answer = await owner.api("GET", `/profiles/${profileId}/analytics/export?part=country`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toContain("text/csv");
    expect(answer.headers.get("content-disposition")).toMatch(/filename="analytics-country-.*\.csv"/);
    expect(answer.body).toContain("key,label,views,clicks\r\n");
  });
});
