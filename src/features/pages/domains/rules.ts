import { parseNetworks } from "#src/lib/cidr.ts";
import { isPublicIpAddress } from "#src/lib/ip-address.ts";
import { cutChars } from "#src/lib/text.ts";

export const DOMAINS_MAX = 100;
/** The time that people have to set up a domain before checks end. */
export const PROOF_DAYS = 30;
/** The time limit for all of a check's DNS queries together. */
export const CHECK_MS_MAX = 3_000;
/** The TXT record of `links.example.com` is at `_fanfare.links.example.com`. */
export const PROOF_LABEL = "_fanfare";
/** The prefix of its value. */
export const PROOF_PREFIX = "fanfare=";

export const DOMAIN_STATES = [
  /** Before the first check. */
  "added",
  /** The records aren't there yet, or not all of them. */
  "dns_pending",
  /** It points here, and its owner has proven ownership. */
  "verified",
  /** Verified, and the first HTTPS connection has been tried. */
  "issuing",
  /** Visitors see the page there. */
  "active",
  /** It points somewhere else. */
  "misconfigured",
  /** Checks have ended. */
  "failed",
] as const;
export type DomainState = (typeof DOMAIN_STATES)[number];

export interface ObservedDns {
  /** The name servers of its domain. Empty if nobody has registered it. */
  name_servers: string[];
  /** The chain of its CNAME records. */
  cname: string[];
  /** Its IPv4 and IPv6 addresses, after all CNAME records. */
  addresses: string[];
  /** The TXT records at the name of its proof. */
  txt: string[];
  /** Set if its CNAME records form a loop. */
  is_loop: boolean;
  /** Set if it has more records than the check reads. */
  has_too_many: boolean;
}

export interface ExpectedDns {
  host: string;
  zone: string;
  target: string;
  /** The instance's IP addresses, for domains that can't have a CNAME record. */
  addresses: readonly string[];
  proof: string;
  /** Set if someone else has proven ownership, so that a CNAME record isn't enough. */
  needs_txt: boolean;
}

export type Verdict =
  | { state: "ready"; reason: "" }
  | { state: "dns_pending" | "misconfigured"; reason: string };

export const RECORDS_MAX = 20;
/** A proof is shorter than this. */
const TEXT_CHARS_MAX = 100;
const NAMED_MAX = 3;

const isCloudflare = parseNetworks(
  [
    "173.245.48.0/20,103.21.244.0/22,103.22.200.0/22,103.31.4.0/22,141.101.64.0/18,108.162.192.0/18",
    "190.93.240.0/20,188.114.96.0/20,197.234.240.0/22,198.41.128.0/17,162.158.0.0/15,104.16.0.0/13",
    "104.24.0.0/14,172.64.0.0/13,131.0.72.0/22,2400:cb00::/32,2606:4700::/32,2803:f800::/32",
    "2405:b500::/32,2405:8100::/32,2a06:98c0::/29,2c0f:f248::/32",
  ].join(","),
);

/** Returns the TXT records to look at: possible proofs first, however many others there are. */
export function relevantTexts(texts: readonly string[]): string[] {
  const [proofs = [], others = []] = [true, false].map((isProof) =>
    texts.filter((text) => text.startsWith(PROOF_PREFIX) === isProof),
  );
  return [...proofs, ...others].slice(0, RECORDS_MAX).map((text) => cutChars(text, TEXT_CHARS_MAX));
}

/**
 * Checks whether a domain points here with proof. If not, the verdict has what was found and what should be
 * there.
 */
export function evaluateDns(seen: ObservedDns, wanted: ExpectedDns): Verdict {
  const where = evaluateRouting(seen, wanted);
  if (where.state !== "ready") return where;
  return isProven(seen, wanted)
    ? where
    : {
        state: "dns_pending",
        reason: `${wanted.host} leads here. To prove it’s yours, add the TXT record at ${proofName(wanted.host)}.`,
      };
}

/**
 * Only the record with the account's token proves ownership. A CNAME record just proves that the host is
 * meant for us.
 */
export function isProven({ txt, cname }: ObservedDns, { proof, target, needs_txt }: ExpectedDns): boolean {
  return txt.includes(proof) || (!needs_txt && cname[0] === target);
}

/** Checks whether it points here, regardless of its owner. */
export function evaluateRouting(seen: ObservedDns, wanted: ExpectedDns): Verdict {
  const { host, zone, target } = wanted;
  const { name_servers, cname, addresses, is_loop, has_too_many } = seen;
  const wrong = (reason: string): Verdict => ({ state: "misconfigured", reason });
  const pending = (reason: string): Verdict => ({ state: "dns_pending", reason });
  const should = `It should lead to ${shouldLeadTo(wanted)}.`;
  if (is_loop) return wrong(`The CNAME records of ${host} form a loop: ${cname.join(" → ")}. ${should}`);
  if (has_too_many) return wrong(`${host} has more records than we can look at. ${should}`);
  if (cname.includes(target)) return { state: "ready", reason: "" };
  if (addresses.length === 0) {
    if (cname.length > 0) return wrong(`${host} is a CNAME of ${cname[0]}, which leads nowhere. ${should}`);
    return name_servers.length === 0
      ? pending(`We found no name servers for ${zone}. A new domain can take a few hours to appear.`)
      : pending(`There’s no record for ${host} yet. ${should}`);
  }
  const elsewhere = addresses.filter((address) => !wanted.addresses.includes(address));
  if (elsewhere.length === 0) return { state: "ready", reason: "" };
  const found = named(elsewhere);
  if (elsewhere.some(isCloudflare))
    return wrong(
      `${host} goes through Cloudflare’s proxy (${found}). Set its record to “DNS only”, the gray cloud, at Cloudflare.`,
    );
  const local = elsewhere.filter((address) => !isPublicIpAddress(address));
  if (local.length > 0)
    return wrong(`${host} leads to ${named(local)}, which isn’t on the public internet. ${should}`);
  if (elsewhere.length < addresses.length)
    return wrong(`${host} leads here, but also to ${found}. Remove those records.`);
  const via = cname.length > 0 ? `${cname.at(-1)} (${found})` : found;
  return wrong(`${host} leads to ${via}. ${should}`);
}

function shouldLeadTo({ host, zone, target, addresses }: ExpectedDns): string {
  return host === zone && addresses.length > 0 ? addresses.join(" and ") : target;
}

function named(items: readonly string[]): string {
  const shown = items.slice(0, NAMED_MAX).join(", ");
  return items.length > NAMED_MAX ? `${shown} and ${items.length - NAMED_MAX} more` : shown;
}

/** Returns the name of the TXT record that proves a host's owner. */
export function proofName(host: string): string {
  return `${PROOF_LABEL}.${host}`;
}

export interface ExpectedRecord {
  type: "A" | "AAAA" | "CNAME" | "TXT";
  /** The full name. */
  name: string;
  /** Without the domain, which is what most providers expect. `@` is the domain itself. */
  label: string;
  value: string;
  purpose: "page" | "proof" | "twin";
  /** The current values. Empty before the first check, and for records that aren't checked. */
  seen: string[];
  /** Null before the first check. */
  is_right: boolean | null;
}

/** The records that a host needs, with their current values. `twin` is the host that only redirects. */
export function listRecords(
  wanted: ExpectedDns,
  seen: ObservedDns | null,
  twin: string | undefined,
): ExpectedRecord[] {
  const { host, proof } = wanted;
  const proven = seen && isProven(seen, wanted);
  const txt: ExpectedRecord = {
    type: "TXT",
    name: proofName(host),
    label: labelOf(proofName(host), wanted),
    value: proof,
    purpose: "proof",
    seen: seen?.txt.slice(0, NAMED_MAX) ?? [],
    is_right: proven,
  };
  const isTxtNeeded = host === wanted.zone || wanted.needs_txt;
  const here = pageRecords(host, wanted).map((record): ExpectedRecord => {
    const found = seen && foundFor(record.type, seen);
    return {
      ...record,
      purpose: "page",
      seen: found?.slice(0, NAMED_MAX) ?? [],
      is_right: found && (found.includes(record.value) || evaluateRouting(seen, wanted).state === "ready"),
    };
  });
  const there = twin === undefined ? [] : pageRecords(twin, wanted);
  const twins = there.map(
    (record): ExpectedRecord => ({
      ...record,
      purpose: "twin",
      seen: [],
      is_right: null,
    }),
  );
  return [...here, ...(isTxtNeeded ? [txt] : []), ...twins];
}

type PageRecord = Pick<ExpectedRecord, "type" | "name" | "label" | "value">;

/** A domain itself can't have a CNAME record (RFC 1034 §3.6.2). */
function pageRecords(name: string, wanted: ExpectedDns): PageRecord[] {
  const { zone, target, addresses } = wanted;
  const label = labelOf(name, wanted);
  if (name !== zone || addresses.length === 0) return [{ type: "CNAME", name, label, value: target }];
  return addresses.map((value) => ({ type: value.includes(":") ? "AAAA" : "A", name, label, value }));
}

function foundFor(type: ExpectedRecord["type"], { cname, addresses }: ObservedDns): string[] {
  if (type === "CNAME") return cname.length > 0 ? cname.slice(0, 1) : addresses;
  return addresses.filter((address) => address.includes(":") === (type === "AAAA"));
}

function labelOf(name: string, { zone }: ExpectedDns): string {
  return name === zone ? "@" : name.slice(0, -zone.length - 1);
}

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** The waits between checks: a minute ten times, five minutes for an hour, an hour for a day. */
const WAITS = [
  { checks: 10, seconds: MINUTE_S },
  { checks: 12, seconds: 5 * MINUTE_S },
  { checks: 24, seconds: HOUR_S },
];

/** Returns the seconds until the next check after this many. Working domains are checked once a day. */
export function waitAfter(checks: number, state: DomainState): number {
  if (state === "active") return DAY_S;
  let after = 0;
  for (const wait of WAITS) {
    after += wait.checks;
    if (checks <= after) return wait.seconds;
  }
  return DAY_S;
}
