// @project unit
import { describe, expect, it } from "vitest";
import { hostsInLine } from "./host-lines-rules.ts";
import { HostSet, readHostList } from "./host-set.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const MOST = 100_000;

describe("a line of a list", () => {
  it.each([
    ["0.0.0.0 evil.example bad.example # both", ["evil.example", "bad.example"]],
    ["127.0.0.1\tEVIL.Example.", ["evil.example"]],
    ["::1 evil.example", ["evil.example"]],
    ["evil.example", ["evil.example"]],
    ["  evil.example , bad.example ", ["evil.example", "bad.example"]],
    ["||ads.evil.example^", ["ads.evil.example"]],
    ["||ads.evil.example^$third-party", ["ads.evil.example"]],
    ["*.evil.example", ["evil.example"]],
    ["https://evil.example/", ["evil.example"]],
    ["evil.example:8443", ["evil.example"]],
    ["bücher.example", ["xn--bcher-kva.example"]],
    ["BÜCHER.example", ["xn--bcher-kva.example"]],
    ["198.51.100.7", ["198.51.100.7"]],
    ["\uFEFFevil.example\r", ["evil.example"]],
    ["0.0.0.0 info #@192.0.2.1", []],
    ["127.0.0.1 localhost", []],
    ["255.255.255.255 broadcasthost", []],
    ["::1 localhost.localdomain", []],
    ["0.0.0.0 0.0.0.0", []],
    ["# a comment", []],
    ["# a comment\r", []],
    ["! a comment", []],
    ["[Adblock Plus 2.0]", []],
    ["", []],
  ])("%s", (line, hosts) => {
    expect(hostsInLine(line)).toEqual(hosts);
  });

  it.each([
    "com",
    "info@192.0.2.1",
    "https://docs.example/one/page",
    "<html>",
    '{"hosts": 1}',
    "evil.example is bad",
    "a..b.example",
    "-x.example",
    `${"a".repeat(64)}.example`,
    "x".repeat(5000),
    "evil.example\0",
  ])("%s isn’t understood", (line) => {
    expect(hostsInLine(line)).toBeUndefined();
  });
});

it("a list finds its hosts and what’s below them, and nothing else", async () => {
  const text = "# Bad\r\n0.0.0.0 evil.example\r\nwww.shop.example\r\nevil.example\r\nno host\r\n203.0.113.9";
  const { hosts, ignored, lines } = await readHostList(bytesOf(text), MOST);
  expect([hosts.size, ignored, lines]).toEqual([3, 1, 5]);
  const stored = HostSet.from(hosts.bytes);
  for (const host of ["evil.example", "a.b.evil.example", "shop.example", "203.0.113.9"])
    expect(stored.has(host), host).toBe(true);
  for (const host of ["example", "notevil.example", "evil.example.com", "a.shop.example", "113.9", ""])
    expect(stored.has(host), host).toBe(false);
});

it("a list of 60,000 hosts finds each of them, without keeping others waiting for long", async () => {
  const all = Array.from({ length: 60_000 }, (_, at) => `host-${at}.bad-${at % 313}.example`);
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const { hosts } = await readHostList(bytesOf(all.join("\n")), MOST);
  clearInterval(timer);
  expect(hosts.size).toBe(all.length);
  expect(hosts.bytes.length).toBe(all.length * 8);
  expect(all.filter((host) => !hosts.has(host))).toEqual([]);
  expect(all.filter((host) => hosts.has(`x${host}`))).toEqual([]);
  expect(longest).toBeLessThan(1000);
});

it("a list that’s too long is given up", async () => {
  const text = Array.from({ length: 11 }, (_, at) => `h${at}.example`).join("\n");
  expect((await readHostList(bytesOf(text), 10)).isTooLong).toBe(true);
  expect((await readHostList(bytesOf(text), 11)).hosts.size).toBe(11);
  expect((await readHostList(bytesOf(""), 10)).hosts.size).toBe(0);
});
