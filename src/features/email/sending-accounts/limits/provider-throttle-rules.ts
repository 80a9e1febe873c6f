/**
 * An operator that receives e-mail for millions, under one host or many, and refuses senders that are too
 * fast.
 */
export interface Receiver {
  name: string;
  /** The limit per minute from one sending account (5.10.12). */
  per_minute: number;
}

const RECEIVERS: readonly (Receiver & { hosts: RegExp })[] = [
  { name: "aol", hosts: /^(?:yahoo|ymail|rocketmail|aol)\.[a-z.]+$/, per_minute: 600 },
  { name: "gmail", hosts: /^(?:gmail|googlemail)\.com$/, per_minute: 1200 },
  { name: "gmx", hosts: /^(?:gmx\.[a-z.]+|web\.de|mail\.com)$/, per_minute: 300 },
  { name: "icloud", hosts: /^(?:icloud|me|mac)\.com$/, per_minute: 300 },
  { name: "microsoft", hosts: /^(?:outlook|hotmail|live|msn)\.[a-z.]+$/, per_minute: 600 },
  { name: "orange", hosts: /^(?:orange|wanadoo)\.fr$/, per_minute: 120 },
  { name: "t-online", hosts: /^t-online\.de$/, per_minute: 120 },
];

/** Returns the receiving host of an address, in lowercase. */
export function hostOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1).toLowerCase();
}

/** Returns the receiver behind a host, if it's a throttled one. The host is in lowercase. */
export function receiverOf(host: string): Receiver | undefined {
  return RECEIVERS.find(({ hosts }) => hosts.test(host));
}

/** The name under which a host's receiver is paused: that of its operator, if it's a throttled one. */
export const receiverName = (host: string): string => receiverOf(host)?.name ?? host;

/** A little slower than the limit, so that there's room by then. */
const SLOWER = 1.1;

/** Returns the times for messages beyond the limit, one after the other, in milliseconds since 1970. */
export function throttledSendTimes(at: number, { per_minute }: Receiver, count: number): number[] {
  const every = (60_000 / per_minute) * SLOWER;
  return Array.from({ length: count }, (_, index) => Math.ceil(at + (index + 1) * every));
}
