import { describe, expect, it } from "vitest";
import type { DomainRecord } from "#src/features/pages/domains/contract.ts";
import { PROVIDERS, providerOf, recordAt } from "./providers.ts";

const CNAME: DomainRecord = {
  type: "CNAME",
  name: "links.mia.com",
  label: "links",
  value: "fanfare.com",
  purpose: "page",
  seen: [],
  is_right: null,
};
const providerNamed = (key: string) => PROVIDERS.find((provider) => provider.key === key);

describe("a DNS provider", () => {
  it.each([
    ["ada.ns.cloudflare.com", "cloudflare"],
    ["ns01.domaincontrol.com", "godaddy"],
    ["dns1.registrar-servers.com", "namecheap"],
    ["ns1047.ui-dns.de", "ionos"],
    ["ns-82-a.gandi.net", "gandi"],
    ["ns-1234.awsdns-26.co.uk", "route53"],
    ["dns102.ovh.net", "ovh"],
    ["ns-cloud-a1.googledomains.com", "squarespace"],
    ["helium.ns.hetzner.de", "hetzner"],
    ["curitiba.ns.porkbun.com", "porkbun"],
    ["ns1.mia.com", undefined],
    ["cloudflare.com.evil.com", undefined],
  ])("is recognized by %s", (nameServer, key) => {
    expect(providerOf(["x.example.com", nameServer])?.key).toBe(key);
  });

  it("gets a record the way it wants it", () => {
    expect(recordAt(undefined, CNAME)).toMatchObject({ label: "links", value: "fanfare.com" });
    expect(recordAt(providerNamed("gandi"), CNAME).value).toBe("fanfare.com.");
    const txt: DomainRecord = { ...CNAME, type: "TXT", label: "_fanfare", value: "fanfare=1" };
    expect(recordAt(providerNamed("gandi"), txt).value).toBe("fanfare=1");
    expect(recordAt(providerNamed("route53"), txt).value).toBe('"fanfare=1"');
    const apex: DomainRecord = { ...CNAME, type: "A", label: "@", value: "8.8.8.8" };
    expect(recordAt(providerNamed("porkbun"), apex)).toMatchObject({ label: "", value: "8.8.8.8" });
    expect(recordAt(providerNamed("ionos"), apex).label).toBe("@");
  });
});
