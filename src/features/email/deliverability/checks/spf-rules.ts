/* Counts what receivers look up for an SPF record (RFC 7208 §4.6.4), through everything that it includes. */

/** Finds a name's records. An empty list means there are none. Throws if the name servers didn't answer. */
export type FindRecords = (
  name: string,
  type: "A" | "AAAA" | "MX" | "TXT" | "PTR",
) => Promise<readonly string[]>;

/** Receivers give up beyond these (RFC 7208 §4.6.4). */
export const SPF_LOOKUPS_MAX = 10;
export const SPF_VOID_LOOKUPS_MAX = 2;
const MX_NAMES_MAX = 10;
/** A record that costs more is broken anyway, and a stranger may have made it to keep us busy. */
export const SPF_COUNTED_MAX = 60;

const MECHANISM = /^([+?~-]?)(all|include|a|mx|ptr|ip4|ip6|exists)(?:([:/])(.*))?$/i;
const MODIFIER = /^([a-z][\w.-]*)=(.*)$/i;

export interface SpfTerm {
  /** As it's written. */
  text: string;
  qualifier: string;
  kind: "all" | "include" | "a" | "mx" | "ptr" | "ip4" | "ip6" | "exists" | "redirect" | "other";
  /** The domain that it names. Empty for the record's own. */
  domain: string;
}

/** Returns the record's terms, and those that make it invalid. */
export function parseSpf(record: string): { terms: SpfTerm[]; invalid: string[] } {
  const terms: SpfTerm[] = [];
  const invalid: string[] = [];
  for (const text of record.split(/\s+/).slice(1)) {
    const term = text === "" ? undefined : parseTerm(text);
    if (term) terms.push(term);
    else if (text !== "") invalid.push(text);
  }
  return { terms, invalid };
}

function parseTerm(text: string): SpfTerm | undefined {
  const modifier = MODIFIER.exec(text);
  if (modifier) {
    const isRedirect = modifier[1]?.toLowerCase() === "redirect";
    const domain = isRedirect ? plainDomain(modifier[2]) : "";
    if (isRedirect && domain === "") return undefined;
    return { text, qualifier: "", kind: isRedirect ? "redirect" : "other", domain };
  }
  const [, qualifier = "", name = "", separator, rest = ""] = MECHANISM.exec(text) ?? [];
  const kind = name.toLowerCase() as SpfTerm["kind"];
  if (name === "" || (separator !== undefined && rest === "")) return undefined;
  if (kind === "ip4" || kind === "ip6")
    return separator === ":" ? { text, qualifier, kind, domain: "" } : undefined;
  const domain = separator === ":" ? plainDomain(rest.split("/")[0]) : "";
  if ((kind === "include" || kind === "exists") && domain === "") return undefined;
  if (kind === "all" && separator !== undefined) return undefined;
  return { text, qualifier, kind, domain };
}

const plainDomain = (text = "") => text.toLowerCase().replace(/\.$/, "");

/** The terms that receivers look at: nothing after `all`, and `redirect` only without it (RFC 7208, 5.1 and 6.1). */
export function effectiveTerms(terms: readonly SpfTerm[]): SpfTerm[] {
  const end = terms.findIndex(({ kind }) => kind === "all");
  const used = end < 0 ? terms.filter(({ kind }) => kind !== "redirect") : terms.slice(0, end + 1);
  const redirect = end < 0 ? terms.find(({ kind }) => kind === "redirect") : undefined;
  return [...used.filter(({ kind }) => kind !== "redirect"), ...(redirect ? [redirect] : [])];
}

export type SpfFault = "loop" | "no record" | "several records" | "invalid" | "too many mx";

export interface SpfCount {
  lookups: number;
  /** Lookups that found nothing. */
  voids: number;
  /** What each term of the domain's own record costs, in its order. */
  costs: { term: string; lookups: number }[];
  /** What makes receivers ignore the record, and where. */
  faults: { fault: SpfFault; at: string }[];
  /** Every domain whose record counts, the own one first. */
  domains: string[];
  /** The own record's `a` and `mx`, with the addresses that they stand for. */
  addresses: Map<string, string[]>;
  /** Set if a name server didn't answer, so that there may be more. */
  isUnsure: boolean;
}

const isSpf = (text: string) => /^v=spf1(?: |$)/i.test(text);
const hasMacro = (domain: string) => domain.includes("%");

/** Counts for a domain whose record is known. Names are looked up once for each time that they're named. */
export async function countSpfLookups(domain: string, record: string, find: FindRecords): Promise<SpfCount> {
  const count: SpfCount = {
    lookups: 0,
    voids: 0,
    costs: [],
    faults: [],
    domains: [],
    addresses: new Map(),
    isUnsure: false,
  };
  await countRecord({ domain, record, above: [] }, count, find);
  return count;
}

interface Level {
  domain: string;
  record: string;
  /** The domains that led here. */
  above: readonly string[];
}

async function countRecord(level: Level, count: SpfCount, find: FindRecords): Promise<void> {
  const { domain, record, above } = level;
  if (!count.domains.includes(domain)) count.domains.push(domain);
  const { terms, invalid } = parseSpf(record);
  for (const at of invalid) count.faults.push({ fault: "invalid", at });
  for (const term of effectiveTerms(terms)) {
    if (count.lookups >= SPF_COUNTED_MAX) return;
    const before = count.lookups;
    await countTerm(term, level, { count, find });
    if (above.length === 0) count.costs.push({ term: term.text, lookups: count.lookups - before });
  }
}

interface Counting {
  count: SpfCount;
  find: FindRecords;
}

async function countTerm(term: SpfTerm, level: Level, { count, find }: Counting): Promise<void> {
  const { kind } = term;
  if (kind === "all" || kind === "ip4" || kind === "ip6" || kind === "other") return;
  count.lookups++;
  const target = term.domain || level.domain;
  // What a macro stands for depends on the message.
  if (kind === "ptr" || hasMacro(target)) return;
  const ask = async (name: string, type: Parameters<FindRecords>[1]) => {
    try {
      return await find(name, type);
    } catch {
      count.isUnsure = true;
      return undefined;
    }
  };
  if (kind === "include" || kind === "redirect") return countTarget(target, level, { count, find: ask });
  if (kind === "exists") {
    if ((await ask(target, "A"))?.length === 0) count.voids++;
    return;
  }
  const names = kind === "mx" ? await ask(target, "MX") : [target];
  if (names === undefined) return;
  if (names.length > MX_NAMES_MAX) count.faults.push({ fault: "too many mx", at: target });
  const found = await Promise.all(
    names.slice(0, MX_NAMES_MAX).flatMap((name) => [ask(name, "A"), ask(name, "AAAA")]),
  );
  if (found.every((addresses) => addresses?.length === 0)) count.voids++;
  if (level.above.length === 0)
    count.addresses.set(
      term.text,
      found.flatMap((addresses) => addresses ?? []),
    );
}

interface Asking {
  count: SpfCount;
  find: (name: string, type: "TXT" | "A" | "AAAA" | "MX" | "PTR") => Promise<readonly string[] | undefined>;
}

async function countTarget(target: string, { domain, above }: Level, { count, find }: Asking) {
  if (target === domain || above.includes(target)) {
    count.faults.push({ fault: "loop", at: target });
    return;
  }
  const texts = await find(target, "TXT");
  if (texts === undefined) return;
  if (texts.length === 0) count.voids++;
  const [record, second] = texts.filter(isSpf);
  if (record === undefined || second !== undefined) {
    count.faults.push({ fault: record === undefined ? "no record" : "several records", at: target });
    return;
  }
  const findOrThrow: FindRecords = async (name, type) => {
    const found = await find(name, type);
    if (found === undefined) throw new Error("no answer");
    return found;
  };
  await countRecord({ domain: target, record, above: [...above, domain] }, count, findOrThrow);
}

const WIDTH = /\/\d/;
const FLAT_CHARS_MAX = 450;

/**
 * Returns the record with addresses in place of its own `a` and `mx`, which cost a lookup each, and without
 * `ptr`. Undefined if that changes nothing, or makes it too long.
 */
export function flattenSpf(record: string, { addresses }: Pick<SpfCount, "addresses">): string | undefined {
  const { terms, invalid } = parseSpf(record);
  if (invalid.length > 0) return undefined;
  const flat = terms.flatMap((term): string[] => {
    if (term.kind === "ptr") return [];
    const found = addresses.get(term.text);
    if (!found || found.length === 0 || WIDTH.test(term.text)) return [term.text];
    return found.map((one) => `${term.qualifier}${one.includes(":") ? "ip6" : "ip4"}:${one}`);
  });
  const text = ["v=spf1", ...new Set(flat)].join(" ");
  return text === record.trim() || text.length > FLAT_CHARS_MAX ? undefined : text;
}

/** Returns the record with more terms before what it says about everyone else. */
export function withSpfTerms(record: string, more: readonly string[]): string {
  const words = record.trim().split(/\s+/);
  const end = words.findIndex((word) => /^(?:[+?~-]?all|redirect=.*)$/i.test(word));
  const at = end < 0 ? words.length : end;
  return [...words.slice(0, at), ...more, ...words.slice(at)].join(" ");
}
