/* Finds records for checks: a domain's own at its own name servers, so that a change is seen at once. */
import { getDomain } from "tldts";
import type { Platform } from "#src/platform/context.ts";
import { DnsFailure, type RecordType } from "#src/platform/dns/dns.ts";

const LOOKUPS_MS_MAX = 20_000;

/** The registered domain that a name belongs to. */
export const zoneOf = (name: string) => getDomain(name) ?? name;

export interface Lookup {
  /** Throws a `DnsFailure` if the name servers don't answer. */
  find(name: string, type: RecordType): Promise<string[]>;
  /** The same, with undefined for no answer. */
  findOrUndefined(name: string, type: RecordType): Promise<string[] | undefined>;
}

/** Runs `work` with a lookup that remembers its answers. */
export async function withLookup<T>(
  { dns }: Pick<Platform, "dns">,
  domain: string,
  work: (lookup: Lookup) => Promise<T>,
): Promise<T> {
  const inquiry = dns.inquire(LOOKUPS_MS_MAX);
  const zone = zoneOf(domain);
  const known = new Map<string, Promise<string[]>>();
  try {
    const own = await inquiry.openZone(zone).catch(unlessSilent);
    const ask = async (name: string, type: RecordType) => {
      const isOwn = name === zone || name.endsWith(`.${zone}`);
      const there = isOwn && own ? await own.find(name, type) : [];
      // Name servers don't follow names that are delegated to others.
      return there.length > 0 ? there : inquiry.find(name, type);
    };
    const find = (name: string, type: RecordType) => {
      const key = `${type} ${name}`;
      const found = known.get(key) ?? ask(name, type);
      known.set(key, found);
      return found;
    };
    return await work({ find, findOrUndefined: (name, type) => find(name, type).catch(unlessSilent) });
  } finally {
    inquiry.end();
  }
}

function unlessSilent(error: unknown): undefined {
  if (error instanceof DnsFailure) return undefined;
  throw error;
}
