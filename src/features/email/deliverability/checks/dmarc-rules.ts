/* What a DMARC record says, and what it could say next (RFC 7489). */

export type Policy = "none" | "quarantine" | "reject";

export interface DmarcPolicy {
  policy: Policy;
  /** For subdomains, if it differs. */
  subdomains: Policy;
  percent: number;
  /** Strict alignment needs the same domain; relaxed alignment the same registered one. */
  isStrictSpf: boolean;
  isStrictDkim: boolean;
  /** The addresses that get reports. */
  reports: string[];
}

const STRENGTH: Readonly<Record<Policy, number>> = { none: 0, quarantine: 1, reject: 2 };
const isPolicy = (text: string | undefined): text is Policy => text !== undefined && text in STRENGTH;

/** Returns the record's tags, in lower case. The first of a name counts. */
export function tagsOf(record: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const part of record.split(";")) {
    const at = part.indexOf("=");
    const name = part.slice(0, at).trim().toLowerCase();
    if (at > 0 && !tags.has(name)) tags.set(name, part.slice(at + 1).trim());
  }
  return tags;
}

/** Undefined if the record names no policy. */
export function parseDmarc(record: string): DmarcPolicy | undefined {
  const tags = tagsOf(record);
  const policy = tags.get("p")?.toLowerCase();
  if (!isPolicy(policy)) return undefined;
  const subdomains = tags.get("sp")?.toLowerCase();
  const percent = /^\d{1,3}$/.test(tags.get("pct") ?? "") ? Math.min(100, Number(tags.get("pct"))) : 100;
  return {
    policy,
    subdomains: isPolicy(subdomains) ? subdomains : policy,
    percent,
    isStrictSpf: tags.get("aspf")?.toLowerCase() === "s",
    isStrictDkim: tags.get("adkim")?.toLowerCase() === "s",
    reports: (tags.get("rua") ?? "")
      .split(",")
      .map((address) => address.trim())
      .filter((address) => /^mailto:[^@\s]+@[^@\s]+$/i.test(address))
      .map((address) => address.slice("mailto:".length).replace(/!\d+[kmgt]?$/i, "")),
  };
}

export const isWeaker = (policy: Policy, than: Policy) => STRENGTH[policy] < STRENGTH[than];

/** The share of a domain's e-mail that a first stricter policy is for. */
const FIRST_PERCENT = 25;

/** Returns the next stricter record, or undefined if it can't be stricter. */
export function nextDmarc(record: string): string | undefined {
  const found = parseDmarc(record);
  if (!found) return undefined;
  const { policy, percent } = found;
  if (policy === "none") return withTags(record, { p: "quarantine", pct: String(FIRST_PERCENT) });
  if (percent < 100) return withTags(record, { pct: undefined });
  return policy === "quarantine" ? withTags(record, { p: "reject" }) : undefined;
}

/** Returns the record with these tags. Undefined removes one. */
export function withTags(record: string, changes: Readonly<Record<string, string | undefined>>): string {
  const tags = tagsOf(record);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) tags.delete(name);
    else tags.set(name, value);
  }
  // The version and the policy come first (RFC 7489 §6.4).
  const order = ["v", "p", ...[...tags.keys()].filter((name) => name !== "v" && name !== "p")];
  return order.flatMap((name) => (tags.has(name) ? [`${name}=${tags.get(name)}`] : [])).join("; ");
}

/** True if DMARC takes both domains for the same sender. `zoneOf` returns a name's registered domain. */
export function isAligned(
  { from, other, isStrict }: { from: string; other: string; isStrict: boolean },
  zoneOf: (name: string) => string,
): boolean {
  return isStrict ? from === other : zoneOf(from) === zoneOf(other);
}
