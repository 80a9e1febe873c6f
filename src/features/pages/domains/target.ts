import type { Platform } from "#src/platform/context.ts";
import { plainName } from "#src/platform/dns/dns.ts";
import { processLocal } from "#src/platform/process-local.ts";
import { checkHost } from "./hosts.ts";
import { CHECK_MS_MAX, RECORDS_MAX } from "./rules.ts";
import { DOMAINS_ADDRESSES, DOMAINS_TARGET, PAGES_URL } from "./settings.ts";

export interface Target {
  host: string;
  addresses: readonly string[];
}

const KEPT_MS = 5 * 60_000;

interface Kept {
  host: string;
  until: number;
  addresses: Promise<string[]>;
}

/** Caches the target's addresses. They rarely change, and everyone who lists their domains needs them. */
const kept = processLocal(() => ({ last: undefined as Kept | undefined }));

/** Undefined on an instance that only its own machine or network can reach. */
export async function findTarget(platform: Platform): Promise<Target | undefined> {
  const host = targetHost(platform);
  if (host === undefined) return undefined;
  const set = platform.settings.get(DOMAINS_ADDRESSES);
  return { host, addresses: set.length > 0 ? set : await addressesOf(platform, host) };
}

function targetHost({ settings, instance }: Platform): string | undefined {
  const set = settings.get(DOMAINS_TARGET);
  if (set !== "") return set;
  // A host that the founder chooses later keeps owners' existing records valid.
  const isFirst = settings.look(PAGES_URL).source === "environment";
  const own = plainName(new URL(isFirst ? instance.pagesUrl : instance.publicUrl).hostname);
  return checkHost(own, []).ok ? own : undefined;
}

async function addressesOf(platform: Platform, host: string): Promise<string[]> {
  const memory = kept(platform);
  const now = platform.now().getTime();
  if (memory.last?.host !== host || memory.last.until <= now) {
    const addresses = ask(platform, host);
    const entry = { host, until: now + KEPT_MS, addresses };
    memory.last = entry;
    // Failures aren't cached.
    void addresses.then((found) => {
      if (found.length === 0 && memory.last === entry) memory.last = undefined;
    });
  }
  return memory.last.addresses;
}

async function ask({ dns }: Platform, host: string): Promise<string[]> {
  const inquiry = dns.inquire(CHECK_MS_MAX / 2);
  try {
    const found = await Promise.all((["A", "AAAA"] as const).map((type) => inquiry.find(host, type)));
    return found.flat().slice(0, RECORDS_MAX);
  } catch {
    return [];
  } finally {
    inquiry.end();
  }
}
