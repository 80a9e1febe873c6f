import { parse } from "tldts";
import type { DOMAIN_ERRORS } from "./contract.ts";

/** Reasons why a host can't be connected. */
export type HostRefusal = "invalid" | "address" | "suffix" | "local" | "wildcard" | "ours";

export const HOST_ERROR_CODES = {
  invalid: "DOMAIN_INVALID",
  address: "DOMAIN_IS_ADDRESS",
  suffix: "DOMAIN_IS_SUFFIX",
  local: "DOMAIN_IS_LOCAL",
  wildcard: "DOMAIN_IS_WILDCARD",
  ours: "DOMAIN_IS_OURS",
} as const satisfies Record<HostRefusal, keyof typeof DOMAIN_ERRORS>;

export type HostCheck = { ok: true; host: string; zone: string } | { ok: false; reason: HostRefusal };

const HOST_CHARS_MAX = 253;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Parses a domain as people type it, in any script, with or without a scheme and a path. `ours` are the hosts
 * of this instance. The resulting host is in ASCII.
 */
export function checkHost(raw: string, ours: readonly string[]): HostCheck {
  const typed = raw
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/[/?#].*$/s, "");
  if (typed.startsWith("*.")) return { ok: false, reason: "wildcard" };
  if (typed === "" || /[\s:@\\%]/.test(typed.replace(/^\[.*\]$/, "")))
    return { ok: false, reason: "invalid" };
  const host = URL.parse(`http://${typed}`)?.hostname.replace(/\.$/, "") ?? "";
  const { domain, isIp, isIcann, isPrivate, publicSuffix } = parse(host, { allowPrivateDomains: true });
  if (isIp) return { ok: false, reason: "address" };
  if (host.length > HOST_CHARS_MAX || !host.split(".").every((label) => LABEL.test(label)))
    return { ok: false, reason: "invalid" };
  if (!isIcann && !isPrivate) return { ok: false, reason: host.includes(".") ? "local" : "invalid" };
  if (domain === null || publicSuffix === host) return { ok: false, reason: "suffix" };
  if (ours.some((own) => isWithin(host, own) || isWithin(own, host))) return { ok: false, reason: "ours" };
  return { ok: true, host, zone: domain };
}

/**
 * True for a host equal to another one or below it. The owner of a host above ours could set cookies that
 * ours gets.
 */
const isWithin = (host: string, above: string) => host === above || host.endsWith(`.${above}`);

/**
 * Returns the hosts that this one depends on: its twin, and those above it up to the registrable one. A proof
 * of any of them affects the claim to this one.
 */
export function relatedHosts({ host, zone }: { host: string; zone: string }): string[] {
  const above = host === zone ? [] : host.slice(0, -zone.length - 1).split(".");
  const parents = above.map((_, index) => [...above.slice(index + 1), zone].join("."));
  const twin = wwwPair({ host, zone });
  return [...new Set([...(twin === undefined ? [] : [twin]), ...parents])];
}

/** Returns the other one of `example.com` and `www.example.com`. Other subdomains have none. */
export function wwwPair({ host, zone }: { host: string; zone: string }): string | undefined {
  if (host === zone) return `www.${zone}`;
  return host === `www.${zone}` ? zone : undefined;
}
