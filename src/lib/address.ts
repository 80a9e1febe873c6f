import ipaddr from "ipaddr.js";

/** The part of IPv6 that is given out to the public internet so far (RFC 4291 §2.4). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Reads a textual IP address without brackets and port, and turns an IPv4-mapped one into the IPv4 address it means.
 * Anything else, including IPv4 in octal, hexadecimal or short form and IPv6 with a zone, is undefined.
 */
export function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) {
    return ipaddr.IPv4.parse(text);
  }
  if (!text.includes(":") || text.includes("%") || !ipaddr.IPv6.isValid(text)) {
    return undefined;
  }
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/**
 * True for an address of the public internet. Private, loopback, link-local, carrier-grade NAT, multicast, reserved
 * and documentation ranges are not, nor the IPv6 ranges that wrap an IPv4 address (NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  const address = readAddress(text);
  if (address === undefined || address.range() !== "unicast") {
    return false;
  }
  return address.kind() === "ipv4" || address.match(GLOBAL_IPV6);
}

const IPV6_NETWORK_BITS = 64;

/**
 * What attempts are counted by: an IPv4 address itself, of an IPv6 address its first 64 bits, all of which one customer
 * has. Text that is no address stays as it is.
 */
export function networkOf(text: string): string {
  const address = readAddress(text);
  if (address === undefined || address.kind() === "ipv4") return address?.toString() ?? text;
  const bytes = address.toByteArray().fill(0, IPV6_NETWORK_BITS / 8);
  return `${ipaddr.fromByteArray(bytes).toString()}/${IPV6_NETWORK_BITS}`;
}
