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
  it.each(["", "/export", "/hours", "/events", "/live"])("%s isn't found by anyone else", async (path) => {
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
    ["?step=year", "BAD_REQUEST"],
    ["?filter=planet=Mars", "FILTER_INVALID"],
    ["?filter=country%3DDE%26os%3Dios", "PREMIUM_REQUIRED"],
    ["?compare=year", "PREMIUM_REQUIRED"],
  ])("%s is refused as %s", async (query, code) => {
    for (const path of ["analytics", "analytics/export", "analytics/hours", "analytics/events"]) {
      const answer = await owner.api("GET", `/profiles/${profileId}/${path}${query}`);
      expect([answer.status, answer.body.code], path).toEqual([
        code === "PREMIUM_REQUIRED" ? 402 : 400,
        code,
      ]);
    }
  });

  it("§9 advanced ones come with premium, and one filter doesn’t", async () => {
    const get = async (path: string) =>
      (await owner.api("GET", `/profiles/${profileId}/analytics${path}`)).status;
    expect([await get("/hours"), await get("/events"), await get("?filter=country%3DDE")]).toEqual([
      402, 402, 200,
    ]);
    expect((await owner.api("PATCH", "/settings", { values: { plans: "off" } })).status).toBe(200);
    const two = "?filter=country%3DDE%26os%3Dios";
    expect([await get("/hours"), await get(`/events${two}`), await get(two)]).toEqual([200, 200, 200]);
    const file = await owner.api("GET", `/profiles/${profileId}/analytics/events?format=json`);
    expect(file.headers.get("content-type")).toContain("application/json");
    await owner.api("PATCH", "/settings", { values: { plans: "free" } });
  });

  it("of the last seven days are for its account alone, in a time zone that exists", async () => {
    const stranger = await app.signUp();
    const weeksOf = (who: Client, tz = "Asia/Tokyo") =>
      who.api("POST", "/analytics/weeks", { ids: [profileId], tz });
    expect((await weeksOf(owner)).body.items).toMatchObject([{ id: profileId, views: { length: 7 } }]);
    expect((await weeksOf(stranger)).body).toEqual({ items: [] });
    const links = (who: Client, tz = "UTC") =>
      who.api("GET", `/profiles/${profileId}/analytics/links?tz=${tz}`);
    expect((await links(owner)).body).toEqual({ items: [] });
    expect((await links(stranger)).body.code).toBe("PROFILE_NOT_FOUND");
    for (const answer of [await weeksOf(owner, "Mars"), await links(owner, "Mars")])
      expect([answer.status, answer.body.code]).toEqual([400, "TIME_ZONE_UNKNOWN"]);
  });

  it("can be downloaded as CSV", async () => {
    const answer = await owner.api("GET", `/profiles/${profileId}/analytics/export?part=country`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toContain("text/csv");
    expect(answer.headers.get("content-disposition")).toMatch(/filename="analytics-country-.*\.csv"/);
    expect(answer.body).toContain("key,label,views,clicks\r\n");
  });
});
