import { DNS_RECORDS, type DnsRecord, type DnsRecordCheck, type LastDnsStates } from "./dkim-contract.ts";

/** Merges a new check into the earlier state. Unresponsive name servers change nothing. */
export function nextDnsStates(
  before: LastDnsStates | null,
  states: Readonly<Record<DnsRecord, DnsRecordCheck["state"]>>,
): { seen: LastDnsStates; lost: DnsRecord[] } {
  const seen: LastDnsStates = { ...before };
  const lost: DnsRecord[] = [];
  for (const name of DNS_RECORDS) {
    const state = states[name];
    if (state === "unknown") continue;
    if (state !== "good" && before?.[name] === "good") lost.push(name);
    const wasGood = before?.[name] === "good" || before?.[name] === "lost";
    seen[name] = state === "good" ? "good" : wasGood ? "lost" : "bad";
  }
  return { seen, lost };
}

/** The maximum length of one string of a TXT record (RFC 1035 §3.3.14). */
const PART = /.{1,255}/g;
const SHOWN_MAX = 5;
const SHOWN_CHARS_MAX = 500;

/** Formats a public key as a TXT record (RFC 6376 §3.6.1). */
export function keyRecord(publicKey: string): string {
  return `v=DKIM1; k=rsa; p=${publicKey}`;
}

/** Quotes a long value in parts, as zone files and some providers require. */
export function quotedParts(value: string): string {
  const parts = value.match(PART) ?? [];
  return parts.map((part) => `"${part}"`).join(" ");
}

export function keyName(selector: string, domain: string): string {
  return `${selector}._domainkey.${domain}`;
}

/** Returns the name as providers expect it: without the registered domain. */
export function labelIn(name: string, zone: string): string {
  return name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name;
}

const NO_ANSWER = "The domain’s name servers didn’t answer. Check again in a minute.";

/** TXT records, or undefined if the name servers didn't respond. */
type Texts = readonly string[] | undefined;

function found(texts: Texts, state: DnsRecordCheck["state"], words: string): DnsRecordCheck {
  const records = (texts ?? []).slice(0, SHOWN_MAX).map((text) => text.slice(0, SHOWN_CHARS_MAX));
  return { records, state, words };
}

function publicKeyIn(text: string): string | undefined {
  const tags = text.split(";").map((tag) => tag.trim().split("="));
  const of = (name: string) =>
    tags
      .find(([key]) => key?.trim() === name)
      ?.slice(1)
      .join("=")
      .trim();
  const version = of("v");
  if (version !== undefined && version !== "DKIM1") return undefined;
  return of("p")?.replace(/\s/g, "");
}

/** Checks that the key is published. */
export function evaluateDkim(texts: Texts, publicKey: string): DnsRecordCheck {
  if (texts === undefined) return found(texts, "unknown", NO_ANSWER);
  if (texts.length === 0)
    return found(texts, "missing", "It isn’t there yet. New records can take a few hours.");
  const keys = texts.map(publicKeyIn);
  if (!keys.includes(publicKey)) {
    const isCut = keys.some((key) => key !== undefined && key !== "" && publicKey.startsWith(key));
    return found(
      texts,
      "wrong",
      isCut
        ? "The value was cut short. Enter it in quoted parts instead."
        : "Something else is there. Replace it with the value above.",
    );
  }
  // Receivers may pick any of several records.
  if (texts.length > 1)
    return found(texts, "wrong", "There are several records of that name. Remove the others.");
  return found(texts, "good", "Found.");
}

/** Checks which servers may send for the domain (RFC 7208). */
export function evaluateSpf(all: Texts): DnsRecordCheck {
  const texts = all?.filter((text) => /^v=spf1(?: |$)/i.test(text));
  if (texts === undefined) return found(texts, "unknown", NO_ANSWER);
  const [record = ""] = texts;
  if (texts.length === 0)
    return found(
      texts,
      "missing",
      "There’s no SPF record. Your e-mail provider’s help says which one to add.",
    );
  if (texts.length > 1)
    return found(texts, "wrong", "There are several SPF records, which counts as none. Merge them.");
  if (/(?:^|\s)\+?all(?:\s|$)/i.test(record))
    return found(texts, "wrong", "It lets anyone send in your name. End it with ~all.");
  return found(texts, "good", "It says which servers may send for you.");
}

const POLICIES: Readonly<Record<string, string>> = {
  none: "E-mail that fails the checks still arrives. That’s enough for Gmail and Yahoo.",
  quarantine: "E-mail that fails the checks goes to spam.",
  reject: "E-mail that fails the checks is refused.",
};

/** Checks what receivers do with e-mail that's neither signed nor from one of those servers (RFC 7489). */
export function evaluateDmarc(all: Texts): DnsRecordCheck {
  const texts = all?.filter((text) => /^v=DMARC1\s*(?:;|$)/.test(text));
  if (texts === undefined) return found(texts, "unknown", NO_ANSWER);
  if (texts.length === 0)
    return found(
      texts,
      "missing",
      "There’s no DMARC record. Gmail and Yahoo want one: v=DMARC1; p=none is a start.",
    );
  if (texts.length > 1)
    return found(texts, "wrong", "There are several DMARC records, which counts as none. Keep one.");
  const policy = /;\s*p\s*=\s*(\w+)/i.exec(texts[0] ?? "")?.[1]?.toLowerCase() ?? "";
  const words = POLICIES[policy];
  if (words === undefined)
    return found(texts, "wrong", "Its policy is missing. Add p=none, p=quarantine, or p=reject.");
  return found(texts, "good", words);
}
