// @project unit
import type { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { networkUrls, urlOf } from "./network-urls.ts";

const of = (address: string, { family = "IPv4", internal = false } = {}) =>
  ({ address, family, internal }) as NonNullable<ReturnType<typeof networkInterfaces>[string]>[number];

const INTERFACES = {
  lo: [of("127.0.0.1", { internal: true })],
  wlan0: [of("192.168.1.20"), of("fe80::1", { family: "IPv6" })],
  eth0: [of("169.254.8.1")],
  docker0: [of("172.17.0.1")],
};

describe("the URLs of an instance", () => {
  it("lead a phone to the addresses on this machine's networks", () => {
    expect(networkUrls("0.0.0.0", 8080, INTERFACES)).toEqual(["http://192.168.1.20:8080"]);
    expect(networkUrls("::", 8080, INTERFACES)).toEqual(["http://192.168.1.20:8080"]);
  });

  it("lead no phone to a server that listens on one address", () => {
    expect(networkUrls("127.0.0.1", 8080, INTERFACES)).toEqual([]);
    expect(networkUrls("192.168.1.20", 8080, INTERFACES)).toEqual([]);
  });

  it("lead a browser on this machine to where the server listens", () => {
    expect(["0.0.0.0", "::", "127.0.0.1", "localhost", "::1"].map((host) => urlOf(host, 3000))).toEqual(
      Array(5).fill("http://localhost:3000"),
    );
    expect(urlOf("192.168.1.20", 3000)).toBe("http://192.168.1.20:3000");
    expect(urlOf("fd00::2", 3000)).toBe("http://[fd00::2]:3000");
  });
});
