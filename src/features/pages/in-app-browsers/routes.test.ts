// @project server-postgres
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { purgeExits } from "./in-app-browsers.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const INSTAGRAM = { app: "instagram", os: "ios", way: "x-safari" };

let app: TestApp;
let owner: Client;
let profileId: string;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
  profileId = (await owner.api("POST", "/profiles", { name: "Mia" })).body.id;
});

let last = 0;
const address = () => `198.51.100.${++last % 250}`;

function tell(exit: object | string, { id = profileId, from = address(), type = "application/json" } = {}) {
  const headers = { "x-forwarded-for": from, "content-type": type };
  return app.visitor().call("POST", `/api/v1/pages/${id}/exits`, exit, headers);
}

async function exits(query = "", as = owner) {
  return (await as.api("GET", `/profiles/${profileId}/exits${query}`)).body.items;
}

describe("ways out of apps", () => {
  it("are counted when tried, and when someone left that way", async () => {
    expect((await tell({ ...INSTAGRAM, left: false })).status).toBe(202);
    expect((await tell({ ...INSTAGRAM, left: false })).status).toBe(202);
    await tell({ ...INSTAGRAM, left: true });
    await tell({ app: "facebook", os: "android", way: "intent", left: false });
    expect(await exits()).toEqual([
      { ...INSTAGRAM, label: "Instagram", tried: 2, left: 1 },
      { app: "facebook", label: "Facebook", os: "android", way: "intent", tried: 1, left: 0 },
    ]);
  });

  it("are accepted only as JSON, which is what our pages send on leaving", async () => {
    const text = JSON.stringify({ ...INSTAGRAM, left: false });
    expect((await tell(text, { type: "text/plain;charset=UTF-8" })).status).toBe(415);
    expect((await tell("no JSON", { type: "application/json" })).status).toBe(400);
    expect(await exits()).toEqual([]);
  });

  it("are each counted when many come at once", async () => {
    await Promise.all(Array.from({ length: 20 }, () => tell({ ...INSTAGRAM, left: false })));
    expect(await exits()).toMatchObject([{ tried: 20, left: 0 }]);
  });

  it("add up over days, and are queried by days", async () => {
    await tell({ ...INSTAGRAM, left: false });
    app.clock.advance(DAY_MS);
    await tell({ ...INSTAGRAM, left: false });
    expect(await exits("?days=1")).toMatchObject([{ tried: 1 }]);
    expect(await exits("?days=2")).toMatchObject([{ tried: 2 }]);
    const later = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS);
    await purgeExits({ ...app.platform, now: () => later(400) });
    expect(await exits()).toMatchObject([{ tried: 1 }]);
  });

  it.each([
    [{ app: "myspace", os: "ios", way: "x-safari", left: false }, "EXIT_UNKNOWN"],
    [{ app: "instagram", os: "ios", way: "teleport", left: false }, "EXIT_UNKNOWN"],
    [{ app: "line", os: "ios", way: "kakao", left: false }, "EXIT_UNKNOWN"],
    [{ app: "whatsapp", os: "ios", way: "x-safari", left: false }, "EXIT_UNKNOWN"],
    [{ app: "instagram", os: "symbian", way: "x-safari", left: false }, "BAD_REQUEST"],
    [{ app: "instagram", os: "ios", way: "x-safari" }, "BAD_REQUEST"],
  ])("can't be made up: %j", async (exit, code) => {
    const answer = await tell(exit);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    expect(await exits()).toEqual([]);
  });

  it("belong to a page that visitors can see", async () => {
    for (const id of [randomUUID(), "mia"]) {
      expect((await tell({ ...INSTAGRAM, left: false }, { id })).body.code).toBe("PROFILE_NOT_FOUND");
    }
    await owner.api("PUT", `/profiles/${profileId}/status`, { status: "inactive" });
    expect((await tell({ ...INSTAGRAM, left: false })).status).toBe(404);
  });

  it("are shown only to the page's owner", async () => {
    const other = await app.signUp();
    const answer = await other.api("GET", `/profiles/${profileId}/exits`);
    expect([answer.status, answer.body.code]).toEqual([404, "PROFILE_NOT_FOUND"]);
  });

  it("can't be skewed from one IP address", async () => {
    const from = address();
    for (let told = 0; told < 120; told++) await tell({ ...INSTAGRAM, left: true }, { from });
    const answer = await tell({ ...INSTAGRAM, left: true }, { from });
    expect([answer.status, answer.body.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
  });
});
