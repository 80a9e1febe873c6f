import ipaddr from "ipaddr.js";
import { parseIpAddress } from "./ip-address.ts";
import { memoizeLru } from "./lru.ts";

export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parsing an IP address takes longer than the rest of a click, and the same few addresses keep returning. */
const ADDRESSES_REMEMBERED = 2000;

/** Named groups of networks that a list may refer to. */
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
  // https://www.cloudflare.com/ips/, unchanged since 2021.
  cloudflare: [
    ...["173.245.48.0/20", "103.21.244.0/22", "103.22.200.0/22", "103.31.4.0/22", "141.101.64.0/18"],
    ...["108.162.192.0/18", "190.93.240.0/20", "188.114.96.0/20", "197.234.240.0/22", "198.41.128.0/17"],
    ...["162.158.0.0/15", "104.16.0.0/13", "104.24.0.0/14", "172.64.0.0/13", "131.0.72.0/22"],
    ...["2400:cb00::/32", "2606:4700::/32", "2803:f800::/32", "2405:b500::/32", "2405:8100::/32"],
    ...["2a06:98c0::/29", "2c0f:f248::/32"],
  ],
};

/**
 * Parses a comma-separated list of IP addresses, networks (`10.0.0.0/8`), and the words `loopback`,
 * `private`, `cloudflare`, and `none`. Returns a function that tells whether an IP address is in the list.
 * Throws an Error with a sentence for the person who wrote the list.
 */
export function parseNetworks(list: string): (address: string) => boolean {
  const entries = list.split(",").map((entry) => entry.trim().toLowerCase());
  const known = entries.filter((entry) => entry !== "").flatMap(parseEntry);
  return memoizeLru(ADDRESSES_REMEMBERED, (text) => {
    const address = parseIpAddress(text);
    return address !== undefined && known.some((network) => contains(network, address));
  });
}

function parseEntry(entry: string): Network[] {
  const written = (Object.hasOwn(WORDS, entry) ? WORDS[entry] : undefined) ?? [entry];
  return written.map((text) => {
    const network = parseNetwork(text);
    if (network) return network;
    throw new Error(
      `"${entry}" is not a network. Write addresses or networks such as 10.0.0.0/8, or the words loopback, private, cloudflare or none.`,
    );
  });
}

/** Parses one network, such as `10.0.0.0/8`, or one address. */
export function parseNetwork(text: string): Network | undefined {
  const [base = "", bits, ...rest] = text.split("/");
  const address = parseIpAddress(base);
  const bitsMax = address?.kind() === "ipv4" ? 32 : 128;
  // A mapped address is parsed as IPv4, so its prefix would count the wrong bits.
  const isMapped = address?.kind() === "ipv4" && base.includes(":");
  const length = bits === undefined ? bitsMax : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  const isNetwork = length <= bitsMax && !(isMapped && bits !== undefined) && rest.length === 0;
  return address !== undefined && isNetwork ? [address, length] : undefined;
}

/** Writes a network as its first address and its length, if it's more than one, so that each is written in one way. */
export function formatNetwork([address, bits]: Network): string {
  const bytes = address.toByteArray();
  const masked = bytes.map(
    (byte, at) => byte & (0xff << Math.max(0, Math.min(8, 8 * (at + 1) - bits))) & 0xff,
  );
  const first = ipaddr.fromByteArray(masked).toString();
  return bits === 8 * bytes.length ? first : `${first}/${bits}`;
}

export function contains([base, bits]: Network, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return base.kind() === address.kind() && address.match(base, bits);
}
