import type ipaddr from "ipaddr.js";
import { parseAddress } from "./address.ts";
import { remembering } from "./memo.ts";

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parsing an IP address takes longer than the rest of a click, and the same few keep coming. */
const ADDRESSES_REMEMBERED = 2000;

/** The networks that each word of a list stands for. */
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
 * Parses a comma-separated list of IP addresses, networks (`10.0.0.0/8`), and the words `loopback`,
 * `private`, and `none`. Returns a function that tells whether an IP address is in the list. Throws an Error
 * with a sentence for the list's author.
 */
export function networks(list: string): (address: string) => boolean {
  const entries = list.split(",").map((entry) => entry.trim().toLowerCase());
  const known = entries.filter((entry) => entry !== "").flatMap(parseEntry);
  return remembering(ADDRESSES_REMEMBERED, (text) => {
    const address = parseAddress(text);
    return address !== undefined && known.some((network) => contains(network, address));
  });
}

function parseEntry(entry: string): Network[] {
  const written = (Object.hasOwn(WORDS, entry) ? WORDS[entry] : undefined) ?? [entry];
  return written.map((network) => {
    const [base = "", bits] = network.split("/");
    const address = parseAddress(base);
    const bitsMax = address?.kind() === "ipv4" ? 32 : 128;
    // A mapped address is parsed as IPv4, so its prefix would count the wrong bits.
    const mapped = address?.kind() === "ipv4" && base.includes(":");
    const length = bits === undefined ? bitsMax : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (
      address === undefined ||
      !(length <= bitsMax) ||
      (mapped && bits !== undefined) ||
      network.split("/").length > 2
    ) {
      throw new Error(
        `"${entry}" is not a network: write addresses or networks such as 10.0.0.0/8, or the words loopback, private or none.`,
      );
    }
    return [address, length];
  });
}

function contains([base, bits]: Network, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return base.kind() === address.kind() && address.match(base, bits);
}
