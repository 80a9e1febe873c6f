// @project unit
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { ProxyWatch } from "./proxy-watch.ts";

const CLOUDFLARE = "172.68.1.2";
const VISITORS = ["81.2.69.160", "2a02:1:2:3::1", "8.8.4.4", "81.2.69.161"];

function watchOf(trusted: string) {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const watch = new ProxyWatch({ trusted, log });
  const send = (peer: string, hops: string | undefined, times = 1, userAgent = "Safari") => {
    let address = "";
    for (let time = 0; time < times; time++)
      address = watch.addressOf({ peer, forwardedFor: hops, isForwarded: hops !== undefined, userAgent });
    return address;
  };
  return { watch, lines, send };
}

describe("visitors behind a proxy", () => {
  it.each([
    ["none", "127.0.0.1", "{visitor}", "TRUSTED_PROXIES=loopback"],
    ["loopback", "172.18.0.2", "{visitor}", "TRUSTED_PROXIES=loopback,private"],
    ["loopback", CLOUDFLARE, "{visitor}", "TRUSTED_PROXIES=loopback,cloudflare"],
    ["loopback", "127.0.0.1", `{visitor}, ${CLOUDFLARE}`, "TRUSTED_PROXIES=loopback,cloudflare"],
    ["loopback", "172.18.0.2", `{visitor}, ${CLOUDFLARE}`, "TRUSTED_PROXIES=loopback,private,cloudflare"],
    ["loopback", "127.0.0.1", "{visitor}, 10.1.2.3", "TRUSTED_PROXIES=loopback,private"],
    ["10.0.0.1", "::ffff:10.0.0.2", "{visitor}", "TRUSTED_PROXIES=10.0.0.1,private"],
  ])(
    "are noticed with TRUSTED_PROXIES=%s, from %s, forwarded for %s, and seen after the line that's said",
    (trusted, peer, hops, line) => {
      const { watch, lines, send } = watchOf(trusted);
      for (const visitor of VISITORS)
        expect(send(peer, hops.replace("{visitor}", visitor))).not.toBe(visitor);
      expect(watch.found).toEqual({ problem: "untrusted", line });
      send(peer, hops.replace("{visitor}", "8.8.8.8"), 1000);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(line);
      const mended = watchOf(line.slice("TRUSTED_PROXIES=".length));
      for (const visitor of VISITORS)
        expect(mended.send(peer, hops.replace("{visitor}", visitor), 10)).toBe(visitor);
      expect(mended.watch.found).toBeUndefined();
    },
  );

  it("are noticed behind a proxy with a public address once most of what comes is from it", () => {
    const { watch, send } = watchOf("loopback");
    for (let visit = 0; visit < 300; visit++)
      send(visit % 3 === 0 ? "8.8.8.8" : `81.2.69.${visit % 256}`, "81.2.69.160");
    expect(watch.found).toBeUndefined();
    send("8.8.8.8", "81.2.69.160", 300);
    expect(watch.found).toEqual({ problem: "untrusted", line: "TRUSTED_PROXIES=loopback,8.8.8.8" });
  });

  it("are noticed behind a proxy that says nothing about them, as many browsers at one private address", () => {
    const { watch, send } = watchOf("loopback");
    for (let browser = 0; browser < 19; browser++) send("172.18.0.2", undefined, 5, `Browser ${browser}`);
    expect(watch.found).toBeUndefined();
    send("172.18.0.2", undefined, 1, "Browser 19");
    expect(watch.found).toEqual({ problem: "silent", line: "" });
  });
});

it("nothing is noticed where nothing is hidden", () => {
  const { watch, lines, send } = watchOf("loopback");
  send("127.0.0.1", undefined, 1000, "A monitor");
  for (const visitor of VISITORS) send(visitor, undefined, 300);
  for (const visitor of VISITORS) send("127.0.0.1", visitor, 300);
  // Someone who makes up a header, directly and through the proxy.
  send("81.2.69.1", "1.1.1.1, 8.8.8.8", 100);
  send("127.0.0.1", `1.2.3.4, 81.2.69.1`, 300);
  // An office without a way out.
  for (let device = 0; device < 50; device++) send(`192.168.0.${device}`, undefined, 3, `Browser ${device}`);
  for (let device = 0; device < 50; device++)
    send("127.0.0.1", `192.168.0.${device}`, 3, `Browser ${device}`);
  expect([watch.found, lines]).toEqual([undefined, []]);
});
