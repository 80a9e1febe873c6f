import ipaddr from "ipaddr.js";

/** The part of IPv6 allocated to the public internet so far (RFC 4291 §2.4). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Parses an IP address without brackets or port, and turns an IPv4-mapped address into its IPv4 address.
 * Anything else is undefined, including IPv4 in octal, hexadecimal, or short form and IPv6 with a zone.
 */
export function parseIpAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
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
 * True for public IP addresses. Private, loopback, link-local, carrier-grade NAT, multicast, reserved, and
 * documentation ranges aren't public, nor are the IPv6 ranges that wrap an IPv4 address (NAT64, 6to4,
 * Teredo).
 */
export function isPublicIpAddress(text: string): boolean {
  const address = parseIpAddress(text);
  if (address === undefined || address.range() !== "unicast") {
    return false;
  }
  return address.kind() === "ipv4" || address.match(GLOBAL_IPV6);
}

const IPV6_NETWORK_BITS = 64;
const WIDER_NETWORK_BITS = { ipv4: 24, ipv6: 48 };

/**
 * Returns the key that rate limits count by: an IPv4 address as is, or the first 64 bits of an IPv6 address,
 * since one customer has all of those. Text that isn't an IP address stays as it is.
 */
export function networkOf(text: string): string {
  const address = parseIpAddress(text);
  if (address === undefined || address.kind() === "ipv4") return address?.toString() ?? text;
  return networkAround(address, IPV6_NETWORK_BITS);
}

/**
 * Returns the range in which one customer may have many networks: the first 24 bits of an IPv4 address, the
 * first 48 of an IPv6 one.
 */
export function widerNetworkOf(text: string): string {
  const address = parseIpAddress(text);
  return address === undefined ? text : networkAround(address, WIDER_NETWORK_BITS[address.kind()]);
}

/** Returns the site (65,536 networks) that an IPv6 address belongs to, or undefined for everything else. */
export function siteOf(text: string): string | undefined {
  return parseIpAddress(text)?.kind() === "ipv6" ? widerNetworkOf(text) : undefined;
}

function networkAround(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray().fill(0, bits / 8);
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}
