import { describe, expect, it } from "vitest";
import { checkHost, wwwPair } from "./hosts.ts";
import {
  type ExpectedDns,
  evaluateDns,
  evaluateRouting,
  listRecords,
  type ObservedDns,
  waitAfter,
} from "./rules.ts";

const NOTHING: ObservedDns = {
  name_servers: ["ns1.mia.com"],
  cname: [],
  addresses: [],
  txt: [],
  is_loop: false,
  has_too_many: false,
};
const WANTED: ExpectedDns = {
  host: "links.mia.com",
  zone: "mia.com",
  target: "fanfare.com",
  addresses: ["93.184.215.14"],
  proof: "fanfare=1",
  needs_txt: false,
};

describe("a typed host", () => {
  it.each([
    ["mia.com", "mia.com", "mia.com"],
    [" https://Links.Mia.com/page?x#y ", "links.mia.com", "mia.com"],
    ["links.mia.co.uk.", "links.mia.co.uk", "mia.co.uk"],
    ["bücher.de", "xn--bcher-kva.de", "xn--bcher-kva.de"],
    ["例え.jp", "xn--r8jz45g.jp", "xn--r8jz45g.jp"],
    ["mia.github.io", "mia.github.io", "mia.github.io"],
  ])("%s is %s", (typed, host, zone) => {
    expect(checkHost(typed, ["fanfare.com"])).toEqual({ ok: true, host, zone });
  });

  it.each([
    ["", "invalid"],
    ["nodots", "invalid"],
    ["mia_links.com", "invalid"],
    ["me@mia.com", "invalid"],
    ["mia.com:8080", "invalid"],
    ["mia .com", "invalid"],
    ["-mia.com", "invalid"],
    ["mia..com", "invalid"],
    ["ftp://mia.com", "invalid"],
    ["\u0000mia.com", "invalid"],
    [`${"a".repeat(64)}.com`, "invalid"],
    [`${"a.".repeat(130)}com`, "invalid"],
    ["127.0.0.1", "address"],
    ["0x7f.1", "address"],
    ["2130706433", "address"],
    ["\uff11\uff12\uff17.0.0.1", "address"],
    ["1.2.3.4.", "address"],
    ["[::1]", "address"],
    ["co.uk", "suffix"],
    ["CO.UK.", "suffix"],
    ["github.io", "suffix"],
    ["com", "suffix"],
    ["printer.local", "local"],
    ["mia.notatld", "local"],
    ["*.mia.com", "wildcard"],
    ["fanfare.com", "ours"],
    ["FANFARE.com.", "ours"],
    ["shop.fanfare.com", "ours"],
    ["fanfare\u3002com", "ours"],
    ["f\u00adanfare.com", "ours"],
  ])("%j is refused as %s", (typed, reason) => {
    expect(checkHost(typed, ["fanfare.com"])).toEqual({ ok: false, reason });
  });

  it("can't be above one of the instance's, whose cookies it could set, but beside it", () => {
    const ours = ["links.team.fanfare.com", "biopages.com"];
    for (const host of ["fanfare.com", "team.fanfare.com", "links.team.fanfare.com", "a.biopages.com"])
      expect([host, checkHost(host, ours)]).toEqual([host, { ok: false, reason: "ours" }]);
    for (const host of ["shop.fanfare.com", "www.team.fanfare.com", "myfanfare.com"])
      expect([host, checkHost(host, ours).ok]).toEqual([host, true]);
  });

  it("has a twin with or without www", () => {
    expect(wwwPair({ host: "mia.com", zone: "mia.com" })).toBe("www.mia.com");
    expect(wwwPair({ host: "www.mia.com", zone: "mia.com" })).toBe("mia.com");
    expect(wwwPair({ host: "links.mia.com", zone: "mia.com" })).toBeUndefined();
    expect(wwwPair({ host: "www.links.mia.com", zone: "mia.com" })).toBeUndefined();
  });
});

describe("what the DNS says", () => {
  it("is enough with a CNAME record that leads here, unless somebody else was here before", () => {
    const seen = { ...NOTHING, cname: ["fanfare.com"] };
    expect(evaluateDns(seen, WANTED).state).toBe("ready");
    expect(evaluateDns(seen, { ...WANTED, needs_txt: true }).state).toBe("dns_pending");
    expect(evaluateDns({ ...seen, txt: ["fanfare=1"] }, { ...WANTED, needs_txt: true }).state).toBe("ready");
    expect(evaluateDns({ ...seen, txt: ["fanfare=2"] }, { ...WANTED, needs_txt: true }).state).toBe(
      "dns_pending",
    );
  });

  it("isn’t enough with addresses alone, or a CNAME record that leads here by way of another", () => {
    const addresses = ["93.184.215.14"];
    expect(evaluateDns({ ...NOTHING, addresses }, WANTED).state).toBe("dns_pending");
    expect(evaluateDns({ ...NOTHING, cname: ["x.other.com", "fanfare.com"] }, WANTED).state).toBe(
      "dns_pending",
    );
    expect(evaluateDns({ ...NOTHING, addresses, txt: ["fanfare=1"] }, WANTED).state).toBe("ready");
  });

  it.each([
    [{}, "dns_pending", "There’s no record for links.mia.com yet. It should lead to fanfare.com."],
    [
      { name_servers: [] },
      "dns_pending",
      "We found no name servers for mia.com. A new domain can take a few hours to appear.",
    ],
    [
      { cname: ["a.com", "b.com", "a.com"], is_loop: true },
      "misconfigured",
      "The CNAME records of links.mia.com form a loop: a.com → b.com → a.com. It should lead to fanfare.com.",
    ],
    [
      { cname: ["a.com"], addresses: ["8.8.8.8", "8.8.4.4", "1.1.1.1", "9.9.9.9"] },
      "misconfigured",
      "links.mia.com leads to a.com (8.8.8.8, 8.8.4.4, 1.1.1.1 and 1 more). It should lead to fanfare.com.",
    ],
    [
      { addresses: ["2606:4700::1"] },
      "misconfigured",
      "links.mia.com goes through Cloudflare’s proxy (2606:4700::1). Set its record to “DNS only”, the gray cloud, at Cloudflare.",
    ],
  ])("is told with what was found and what should be: %j", (seen, state, reason) => {
    expect(evaluateRouting({ ...NOTHING, ...seen }, WANTED)).toEqual({ state, reason });
  });
});

describe("the records to set", () => {
  const told = (wanted: ExpectedDns, seen: ObservedDns | null = null, twin?: string) =>
    listRecords(wanted, seen, twin).map(({ type, label, value, purpose, is_right }) =>
      [type, label, value, purpose, is_right].join(" "),
    );

  it("are a CNAME for a subdomain, and addresses with a proof for the domain itself", () => {
    expect(told(WANTED)).toEqual(["CNAME links fanfare.com page "]);
    const apex = { ...WANTED, host: "mia.com", addresses: ["93.184.215.14", "2a00::1"] };
    expect(told(apex, null, "www.mia.com")).toEqual([
      "A @ 93.184.215.14 page ",
      "AAAA @ 2a00::1 page ",
      "TXT _fanfare fanfare=1 proof ",
      "CNAME www fanfare.com twin ",
    ]);
  });

  it("say which of them are right", () => {
    const taken = { ...WANTED, needs_txt: true };
    expect(told(taken, { ...NOTHING, cname: ["fanfare.com"], txt: ["fanfare=2"] })).toEqual([
      "CNAME links fanfare.com page true",
      "TXT _fanfare.links fanfare=1 proof false",
    ]);
    expect(listRecords(WANTED, { ...NOTHING, addresses: ["8.8.8.8"] }, undefined)).toMatchObject([
      { is_right: false, seen: ["8.8.8.8"] },
    ]);
  });
});

it("the wait for the next check grows: a minute, five, an hour, a day", () => {
  expect([1, 10, 11, 22, 23, 46, 47].map((checks) => waitAfter(checks, "dns_pending"))).toEqual([
    60, 60, 300, 300, 3600, 3600, 86_400,
  ]);
  expect(waitAfter(1, "active")).toBe(86_400);
});
