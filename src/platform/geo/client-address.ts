import type ipaddr from "ipaddr.js";
import { readAddress } from "#src/lib/address.ts";
import { remembering } from "#src/lib/memo.ts";

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

const HOPS_MAX = 50;
/** Reading an address takes longer than all the rest of a click; the same few come again and again. */
const ADDRESSES_REMEMBERED = 2000;
const HOP_CHARS_MAX = 100;

/** What the words of a proxy list stand for. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  none: [],
  loopback: ["127.0.0.0/8", "::1/128"],
  private: [
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "100.64.0.0/10",
    "169.254.0.0/16",
    "fc00::/7",
    "fe80::/10",
  ],
};

/**
 * Reads which peers may speak for others: addresses, networks (`10.0.0.0/8`) and the words `loopback`, `private` and
 * `none`, separated by commas. Throws an Error with a sentence for the person who wrote the list.
 */
export function trustedProxies(list: string): (address: string) => boolean {
  const entries = list.split(",").map((entry) => entry.trim().toLowerCase());
  const networks = entries.filter((entry) => entry !== "").flatMap(readEntry);
  return remembering(ADDRESSES_REMEMBERED, (text) => {
    const address = readAddress(text);
    return address !== undefined && networks.some((network) => contains(network, address));
  });
}

function readEntry(entry: string): Network[] {
  const networks = (Object.hasOwn(WORDS, entry) ? WORDS[entry] : undefined) ?? [entry];
  return networks.map((network) => {
    const [base = "", bits] = network.split("/");
    const address = readAddress(base);
    const bitsMax = address?.kind() === "ipv4" ? 32 : 128;
    // A mapped address is read as IPv4, and its prefix would then count other bits.
    const mapped = address?.kind() === "ipv4" && base.includes(":");
    const length = bits === undefined ? bitsMax : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (
      address === undefined ||
      !(length <= bitsMax) ||
      (mapped && bits !== undefined) ||
      network.split("/").length > 2
    ) {
      throw new Error(
        `"${entry}" is not a trusted proxy: write addresses or networks such as 10.0.0.0/8, or the words loopback, private or none.`,
      );
    }
    return [address, length];
  });
}

function contains([base, bits]: Network, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return base.kind() === address.kind() && address.match(base, bits);
}

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
