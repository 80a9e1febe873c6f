import { describe, expect, it } from "vitest";
import { isPublicIpAddress, networkOf, parseIpAddress } from "./ip-address.ts";

describe("public IP addresses", () => {
  it.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8"])(
    "include %s",
    (text) => {
      expect(isPublicIpAddress(text)).toBe(true);
    },
  );

  it.each([
    ..."127.0.0.1 10.0.0.1 172.16.0.1 192.168.0.1 100.64.0.1 169.254.1.1 0.0.0.0 224.0.0.1 255.255.255.255".split(
      " ",
    ),
    ..."::1 :: fe80::1 fc00::1 ff02::1 ::ffff:10.0.0.1 64:ff9b::808:808 2002:808:808:: ::808:808 4000::1".split(
      " ",
    ),
    ..."2130706433 0x7f.1 0177.0.0.1 127.1 [::1] fe80::1%eth0 8.8.8.8:80 x".split(" "),
    "",
  ])("exclude %j", (text) => {
    expect(isPublicIpAddress(text)).toBe(false);
  });

  it("an IPv4-mapped address counts as its IPv4 address", () => {
    expect(parseIpAddress("::ffff:1.2.3.4")?.toString()).toBe("1.2.3.4");
    expect(parseIpAddress("::FFFF:102:304")?.toString()).toBe("1.2.3.4");
  });
});

describe("the network that rate limits count by", () => {
  it.each([
    ["81.2.69.160", "81.2.69.160"],
    ["::ffff:81.2.69.160", "81.2.69.160"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
    ["", ""],
  ])("is %s for %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
