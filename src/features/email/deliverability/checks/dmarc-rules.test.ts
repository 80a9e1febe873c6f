import fc from "fast-check";
import { expect, it } from "vitest";
import { isAligned, nextDmarc, parseDmarc, tagsOf, withTags } from "./dmarc-rules.ts";
import { reverseName } from "./mail-hosts.ts";
import { isFreeDomain, providerOf } from "./provider-rules.ts";

it("reads a policy with what it leaves out", () => {
  expect(
    parseDmarc("v=DMARC1; p=Reject; rua=mailto:a@mia.example!10m, mailto:b@x.example,http://c; aspf=s"),
  ).toEqual({
    policy: "reject",
    subdomains: "reject",
    percent: 100,
    isStrictSpf: true,
    isStrictDkim: false,
    reports: ["a@mia.example", "b@x.example"],
  });
  expect(parseDmarc("v=DMARC1;p=quarantine;sp=none;pct=20;p=none")).toMatchObject({
    policy: "quarantine",
    subdomains: "none",
    percent: 20,
  });
  expect(parseDmarc("v=DMARC1; rua=mailto:a@mia.example")).toBe(undefined);
});

it("goes from none to reject in steps, and keeps the rest", () => {
  const steps = ["v=DMARC1; p=none; rua=mailto:a@mia.example"];
  for (let next = nextDmarc(steps[0] ?? ""); next; next = nextDmarc(next)) steps.push(next);
  expect(steps).toEqual([
    "v=DMARC1; p=none; rua=mailto:a@mia.example",
    "v=DMARC1; p=quarantine; rua=mailto:a@mia.example; pct=25",
    "v=DMARC1; p=quarantine; rua=mailto:a@mia.example",
    "v=DMARC1; p=reject; rua=mailto:a@mia.example",
  ]);
});

it("property: a record with other tags says those, and is read the same again", () => {
  const tag = fc.stringMatching(/^[a-z]{1,6}$/);
  const value = fc.stringMatching(/^[\w:@.]{0,12}$/);
  fc.assert(
    fc.property(fc.dictionary(tag, value), tag, value, (tags, name, text) => {
      const record = withTags("v=DMARC1; p=none", { ...tags, [name]: text });
      expect(Object.fromEntries(tagsOf(record))).toEqual({ v: "DMARC1", p: "none", ...tags, [name]: text });
      expect(withTags(record, {})).toBe(record);
    }),
  );
});

it("takes subdomains for the same sender unless the policy is strict", () => {
  const zoneOf = (name: string) => name.split(".").slice(-2).join(".");
  const both = { from: "news.mia.example", other: "mia.example" };
  expect(isAligned({ ...both, isStrict: false }, zoneOf)).toBe(true);
  expect(isAligned({ ...both, isStrict: true }, zoneOf)).toBe(false);
});

it("knows services by their servers, and whose domains are anybody’s", () => {
  expect(providerOf("email-smtp.eu-west-1.amazonaws.com")?.name).toBe("Amazon SES");
  expect(providerOf("smtp.gmail.com")?.spf).toBe("_spf.google.com");
  expect(providerOf("notgmail.com")).toBe(undefined);
  expect([isFreeDomain("gmail.com"), isFreeDomain("mia.example")]).toEqual([true, false]);
});

it("names where an address’s names are", () => {
  expect(reverseName("192.0.2.1")).toBe("1.2.0.192.in-addr.arpa");
  expect(reverseName("2001:db8::1")).toBe(
    "1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa",
  );
});
