/** Whoever receives e-mail for millions, under one host or many, and refuses who comes too fast. */
export interface Receiver {
  name: string;
  /** How many e-mails a minute they get from one sending account (5.10.12). */
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

/** The part of an address that says which server receives it, in lowercase. */
export function hostOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1).toLowerCase();
}

/** Who receives e-mail for a host, if they're known to count. The host is in lowercase. */
export function receiverOf(host: string): Receiver | undefined {
  return RECEIVERS.find(({ hosts }) => hosts.test(host));
}

/** A little slower than the limit, so that there's room by then. */
const SLOWER = 1.1;

/** When each of so many may come that there's no room for, one after the other, in milliseconds since 1970. */
export function throttledSendTimes(at: number, { per_minute }: Receiver, count: number): number[] {
  const every = (60_000 / per_minute) * SLOWER;
  return Array.from({ length: count }, (_, index) => Math.ceil(at + (index + 1) * every));
}
