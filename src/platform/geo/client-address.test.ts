// @project unit
import { describe, expect, it } from "vitest";
import { parseNetworks } from "#src/lib/cidr.ts";
import { clientAddress } from "./client-address.ts";

describe("trusted proxies", () => {
  it.each([
    ["loopback", "127.0.0.1", true],
    ["loopback", "127.8.9.1", true],
    ["loopback", "::1", true],
    ["loopback", "::ffff:127.0.0.1", true],
    ["loopback", "10.0.0.1", false],
    ["private", "10.0.0.1", true],
    ["private", "192.168.3.4", true],
    ["private", "172.32.0.1", false],
    ["private", "fd00::1", true],
    ["private", "127.0.0.1", false],
    ["none", "127.0.0.1", false],
    ["", "127.0.0.1", false],
    ["203.0.113.7", "203.0.113.7", true],
    ["203.0.113.7", "203.0.113.8", false],
    [" 203.0.113.0/24 , LOOPBACK", "203.0.113.99", true],
    [" 203.0.113.0/24 , LOOPBACK", "::1", true],
    ["2001:db8::/32", "2001:db8:1::9", true],
    ["2001:db8::/32", "1.2.3.4", false],
    ["::ffff:10.0.0.1", "10.0.0.1", true],
    ["0.0.0.0/0", "8.8.8.8", true],
    ["loopback", "rubbish", false],
  ])("%j trusts %s: %s", (list, address, trusted) => {
    expect(parseNetworks(list)(address)).toBe(trusted);
  });

  it.each([
    "localhost",
    "10.0.0.0/33",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "10.0.0/8",
    "::/129",
    "loopback 10.0.0.1",
    "constructor",
  ])("%j is refused with a sentence", (list) => {
    expect(() => parseNetworks(list)).toThrow(`"${list}" is not a network`);
  });
});

describe("the visitor's IP address", () => {
  const trusts = parseNetworks("loopback, private");

  it.each([
    ["8.8.8.8", undefined, "8.8.8.8"],
    ["8.8.8.8", "1.1.1.1", "8.8.8.8"],
    ["::ffff:8.8.8.8", undefined, "8.8.8.8"],
    ["127.0.0.1", undefined, "127.0.0.1"],
    ["127.0.0.1", "", "127.0.0.1"],
    ["127.0.0.1", "1.1.1.1", "1.1.1.1"],
    ["::ffff:127.0.0.1", "1.1.1.1", "1.1.1.1"],
    ["127.0.0.1", "6.6.6.6, 1.1.1.1, 10.0.0.5", "1.1.1.1"],
    ["127.0.0.1", "6.6.6.6,1.1.1.1:443", "1.1.1.1"],
    ["127.0.0.1", '"[2606:4700::1111]:443"', "2606:4700::1111"],
    ["127.0.0.1", "[2606:4700::1111]", "2606:4700::1111"],
    ["127.0.0.1", "2606:4700:0:0:0:0:0:1111", "2606:4700::1111"],
    ["127.0.0.1", "::ffff:1.1.1.1", "1.1.1.1"],
    ["127.0.0.1", "10.0.0.7, 192.168.1.1", "10.0.0.7"],
    ["127.0.0.1", "1.1.1.1, unknown", "127.0.0.1"],
    ["127.0.0.1", "1.1.1.1, 2130706433, 10.0.0.1", "10.0.0.1"],
    ["127.0.0.1", "1.1.1.1, <script>", "127.0.0.1"],
    ["127.0.0.1", `${"6.6.6.6,".repeat(5000)}1.1.1.1`, "1.1.1.1"],
    ["fe80::1%eth0", "1.1.1.1", "1.1.1.1"],
    [undefined, "1.1.1.1", ""],
    ["/run/socket", "1.1.1.1", ""],
  ])("peer %j, header %.60j: %s", (remote, forwardedFor, address) => {
    expect(clientAddress(remote, forwardedFor, trusts)).toBe(address);
  });

  it("ignores the header when nobody is trusted", () => {
    expect(clientAddress("127.0.0.1", "1.1.1.1", parseNetworks("none"))).toBe("127.0.0.1");
  });
});
