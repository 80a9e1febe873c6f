import { readAddress } from "#src/lib/address.ts";
import { remembering } from "#src/lib/memo.ts";

const HOPS_MAX = 50;
/** Reading an address takes longer than all the rest of a click; the same few come again and again. */
const ADDRESSES_REMEMBERED = 2000;
const HOP_CHARS_MAX = 100;

/**
 * The visitor's address: the peer's own, or, where the peer is a trusted proxy, the right-most hop of X-Forwarded-For
 * that is not trusted itself. Everything left of it was written by strangers. Canonical text without brackets, port and
 * IPv4 mapping; empty when not even the peer is known.
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trusts: (address: string) => boolean,
): string {
  let nearest = readHop(remote ?? "");
  if (nearest === "" || !trusts(nearest)) return nearest;
  const hops = (forwardedFor ?? "").split(",").slice(-HOPS_MAX);
  for (const text of hops.reverse()) {
    const hop = readHop(text);
    // Behind a hop that cannot be read nothing is known to be true.
    if (hop === "") return nearest;
    nearest = hop;
    if (!trusts(hop)) return hop;
  }
  return nearest;
}

/** `1.2.3.4`, `1.2.3.4:80`, `[::1]`, `[::1]:80`, `::1`, quoted or not, with or without a zone; else empty. */
function readHop(text: string): string {
  const bare = text.trim();
  return bare.length > HOP_CHARS_MAX ? "" : readShortHop(bare);
}

const readShortHop = remembering(ADDRESSES_REMEMBERED, (text): string => {
  const bare = text.replace(/^"(.*)"$/, "$1");
  const host =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(bare)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(bare)?.[1] ?? bare;
  return readAddress(host.replace(/%[\w.-]{1,32}$/, ""))?.toString() ?? "";
});
