// @project server-postgres
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Answer } from "#test/harness/client.ts";
import { PlaceCache } from "./geo.ts";

/** A provider's IP address. Its country doesn't change, whatever place the database gives it. */
const ITALY = "151.5.216.100";
const DAY_MS = 24 * 60 * 60 * 1000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

function from(address: string, method: string, path: string): Promise<Answer> {
  return app.visitor().call(method, `/api/v1${path}`, undefined, { "x-forwarded-for": address });
}

const geolocate = (address: string) => from(address, "POST", "/functions/enhanced-ip-geolocation");

describe("enhanced-ip-geolocation", () => {
  it("§9 is 0.8 sure of a place it looked up, and 0.9 of one it has seen in the last 24 hours", async () => {
    const first = await geolocate(ITALY);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      country_code: "IT",
      country: "IT",
      data_source: "database",
      confidence_score: 0.8,
    });
    expect(first.body.city).toBe(app.platform.geo.lookup(ITALY).city);
    app.clock.advance(DAY_MS - 60_000);
    const { body } = await geolocate(ITALY);
    expect(body).toEqual({ ...first.body, data_source: "cache", confidence_score: 0.9 });
    app.clock.advance(60_000);
    expect((await geolocate(ITALY)).body.data_source).toBe("database");
  });

  it("§4 answers UNKNOWN with 0.1 for an address that nobody can place, and never fails", async () => {
    for (const address of ["192.168.7.7", "not an address", ""]) {
      expect((await geolocate(address)).body, address).toEqual({
        country_code: "UNKNOWN",
        country: "UNKNOWN",
        region: "",
        city: "",
        data_source: "fallback",
        confidence_score: 0.1,
      });
    }
  });

  it("also accepts an empty object as the body", async () => {
    const answer = await app.visitor().api("POST", "/functions/enhanced-ip-geolocation", {});
    expect(answer.status).toBe(200);
  });
});

describe("GET /ip", () => {
  it("tells callers their own IP address as trusted proxies see it", async () => {
    expect((await from(`203.0.113.9, ${ITALY}`, "GET", "/ip")).body).toEqual({ ip: ITALY });
    const direct = await app.visitor().api("GET", "/ip");
    expect(direct.body).toEqual({ ip: "127.0.0.1" });
    expect(direct.headers.get("cache-control")).toBe("no-store");
  });
});

describe("seen places", () => {
  it("§9 are cleared of anything older than 24 hours every hour", () => {
    const seen = new PlaceCache();
    const rome = { country: "IT", region: "Lazio", city: "Rome" };
    seen.set("1.1.1.1", rome, 0);
    seen.set("2.2.2.2", rome, DAY_MS / 2);
    expect(seen.find("1.1.1.1", DAY_MS - 1)).toEqual(rome);
    expect(seen.find("1.1.1.1", DAY_MS)).toBeUndefined();
    expect(seen.size).toBe(2);
    expect(seen.find("3.3.3.3", DAY_MS + 60 * 60 * 1000)).toBeUndefined();
    expect(seen.size).toBe(1);
  });
});
