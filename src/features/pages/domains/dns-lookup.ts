import type { Platform } from "#src/platform/context.ts";
import { DnsFailure, type Inquiry, type Zone } from "#src/platform/dns/dns.ts";
import { CHECK_MS_MAX, type ObservedDns, proofName, RECORDS_MAX, relevantTexts } from "./rules.ts";

const CNAMES_MAX = 8;

/** The records at a host's own name servers. Undefined if they don't respond, from which nothing follows. */
export async function lookUpDns(
  { dns }: Platform,
  { host, zone: domain }: { host: string; zone: string },
): Promise<ObservedDns | undefined> {
  const inquiry = dns.inquire(CHECK_MS_MAX);
  try {
    const zone = await inquiry.openZone(domain);
    const [where, txt] = await Promise.all([follow(inquiry, zone, host), zone.find(proofName(host), "TXT")]);
    return { name_servers: zone.nameServers.slice(0, RECORDS_MAX), ...where, txt: relevantTexts(txt) };
  } catch (error) {
    if (error instanceof DnsFailure) return undefined;
    throw error;
  } finally {
    inquiry.end();
  }
}

type Where = Pick<ObservedDns, "cname" | "addresses" | "is_loop" | "has_too_many">;

/** Follows CNAME records to addresses. After the first, anyone's name servers may be responsible. */
async function follow(inquiry: Inquiry, zone: Zone, host: string): Promise<Where> {
  const cname: string[] = [];
  let isSure = true;
  const elsewhere = forgiving(inquiry, () => {
    isSure = false;
  });
  for (let name = host; cname.length <= CNAMES_MAX; ) {
    const { find } = name === host ? zone : elsewhere;
    const [[next], ...addresses] = await Promise.all([
      find(name, "CNAME"),
      ...(["A", "AAAA"] as const).map((type) => find(name, type)),
    ]);
    if (next === undefined) {
      const all = addresses.flat();
      if (all.length === 0 && !isSure) throw new DnsFailure();
      return {
        cname,
        addresses: all.slice(0, RECORDS_MAX),
        is_loop: false,
        has_too_many: all.length > RECORDS_MAX,
      };
    }
    const isLoop = next === host || cname.includes(next);
    cname.push(next);
    if (isLoop) return { cname, addresses: [], is_loop: true, has_too_many: false };
    name = next;
  }
  return { cname: cname.slice(0, 1), addresses: [], is_loop: false, has_too_many: true };
}

/** Tolerates other people's name servers that don't respond to every query. */
function forgiving({ find }: Inquiry, onSilence: () => void): Pick<Inquiry, "find"> {
  return {
    find: (name, type) =>
      find(name, type).catch((error: unknown) => {
        if (!(error instanceof DnsFailure)) throw error;
        onSilence();
        return [];
      }),
  };
}
