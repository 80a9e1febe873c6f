// @project unit
import { tmpdir } from "node:os";
import { beforeAll, describe, expect, it } from "vitest";
import { type Geo, openGeo } from "./geo.ts";

describe("the place of an IP address", () => {
  let geo: Geo;
  beforeAll(async () => {
    geo = await openGeo();
  });

  it.each([
    ["8.8.8.8", "US"],
    ["81.2.69.142", "GB"],
    ["49.36.0.1", "IN"],
    ["200.147.3.157", "BR"],
    ["::ffff:81.2.69.142", "GB"],
    ["2003:e4:bf00::1", "DE"],
  ])("%s is in %s", (address, country) => {
    const place = geo.lookup(address);
    expect(place.country).toBe(country);
    expect(place.region).not.toBe("");
    expect(place.city).not.toBe("");
  });

  it.each([
    "10.0.0.1",
    "127.0.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "203.0.113.5",
    "::1",
    "fe80::1",
    "fd00::1",
    "2002:808:808::1",
  ])("§4 a private or reserved address is nowhere: %s", (address) => {
    expect(geo.lookup(address)).toEqual({ country: "UNKNOWN", region: "", city: "" });
  });

  it.each(["", "rubbish", "8.8.8.8:80", "8.8.8", "999.1.1.1", "8.8.8.8\u0000", "x".repeat(10_000)])(
    "text that isn't an IP address is nowhere: %.20j",
    (address) => {
      expect(geo.lookup(address)).toEqual({ country: "UNKNOWN", region: "", city: "" });
    },
  );
});

it("a missing database is refused with a sentence", async () => {
  await expect(openGeo(tmpdir())).rejects.toThrow("The database of places cannot be read");
});
