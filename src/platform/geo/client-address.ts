import { parseIpAddress } from "#src/lib/ip-address.ts";
import { memoizeLru } from "#src/lib/lru.ts";

const HOPS_MAX = 50;
/** Parsing an IP address takes longer than the rest of a click, and the same few addresses keep returning. */
const ADDRESSES_REMEMBERED = 2000;
const HOP_CHARS_MAX = 100;

/**
 * Returns the visitor's IP address: the peer's own or, behind a trusted proxy, the right-most hop in
 * X-Forwarded-For that isn't trusted itself. Strangers can write anything to the left of it. The result is
 * canonical text without brackets, port, or IPv4 mapping, and empty if even the peer is unknown.
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trusts: (address: string) => boolean,
): string {
  let nearest = parseHop(remote ?? "");
  if (nearest === "" || !trusts(nearest)) return nearest;
  const hops = (forwardedFor ?? "").split(",").slice(-HOPS_MAX);
  for (const text of hops.reverse()) {
    const hop = parseHop(text);
    // Past a hop that can't be parsed, nothing can be trusted.
    if (hop === "") return nearest;
    nearest = hop;
    if (!trusts(hop)) return hop;
  }
  return nearest;
}

/**
 * Accepts `1.2.3.4`, `1.2.3.4:80`, `[::1]`, `[::1]:80`, or `::1`, quoted or not, with or without a zone.
 * Otherwise empty.
 */
function parseHop(text: string): string {
  const bare = text.trim();
  return bare.length > HOP_CHARS_MAX ? "" : parseShortHop(bare);
}

const parseShortHop = memoizeLru(ADDRESSES_REMEMBERED, (text): string => {
  const bare = text.replace(/^"(.*)"$/, "$1");
  const host =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(bare)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(bare)?.[1] ?? bare;
  return parseIpAddress(host.replace(/%[\w.-]{1,32}$/, ""))?.toString() ?? "";
});
