import { createPublicKey } from "node:crypto";
import { hasDkimKey } from "#src/features/email/sending-accounts/credentials/credentials.ts";
import { evaluateDkim, keyName, keyRecord } from "#src/features/email/sending-accounts/dns/dkim-rules.ts";
import { NO_ANSWER, newCheck, type Sender } from "./check.ts";
import type { Check, CheckState } from "./checks-contract.ts";
import { tagsOf } from "./dmarc-rules.ts";
import type { Lookup } from "./lookup.ts";

/** Receivers ignore shorter keys, and advise this many bits (RFC 8301). */
const RSA_BITS_MIN = 1024;
const RSA_BITS_ADVISED = 2048;
const SELECTORS_MAX = 20;

interface Key {
  selector: string;
  /** The key that we sign with, which has to be there. */
  publicKey?: string;
}

interface FoundKey {
  state: CheckState;
  words: string;
  found: string;
}

/** The keys that receivers check signatures with (RFC 6376). */
export async function checkDkim(sender: Sender, seen: readonly string[], lookup: Lookup): Promise<Check> {
  const { domain } = sender;
  const keys = keysOf(sender, seen);
  const looked = await Promise.all(keys.map((key) => lookAt(key, domain, lookup)));
  const found = looked.filter((key) => key !== undefined);
  const check = newCheck("dkim", "good", "");
  check.expected = "A TXT record with an RSA key of 2048 bits for each selector that signs.";
  check.found = found.map((key) => key.found).filter((text) => text !== "");
  const own = keys.find(({ publicKey }) => publicKey !== undefined);
  if (own?.publicKey !== undefined && found.some(({ state }) => state === "missing" || state === "wrong"))
    check.record = { type: "TXT", name: keyName(own.selector, domain), value: keyRecord(own.publicKey) };
  const order: CheckState[] = ["wrong", "missing", "unknown", "advice", "good"];
  const [worst] = found.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  if (!worst) return { ...check, state: "missing", words: noKeyWords(sender) };
  return { ...check, state: worst.state, words: worst.words, notes: [...new Set(others(found, worst))] };
}

const others = (found: readonly FoundKey[], worst: FoundKey) =>
  found.filter((key) => key !== worst && key.words !== worst.words).map(({ words }) => words);

function noKeyWords({ senders }: Sender): string {
  const provider = senders.find((one) => one.provider)?.provider;
  return provider
    ? `We found no key of ${provider.name}. Switch on DKIM for your domain there, or create a key under Sending accounts.`
    : "We know of no key. Create one under Sending accounts, at “Signature and DNS”.";
}

/** Ours, those that reports name, and those that recognized services use. */
function keysOf({ accounts, senders }: Sender, seen: readonly string[]): Key[] {
  const own = accounts.flatMap((row): Key[] => {
    if (!hasDkimKey(row)) return [];
    return [
      { selector: row.dkim_selector, publicKey: row.dkim_public },
      ...(row.dkim_next_selector === "" ? [] : [{ selector: row.dkim_next_selector }]),
    ];
  });
  const usual = senders.flatMap(({ provider }) => provider?.selectors ?? []);
  const known = new Map<string, Key>();
  for (const key of [...own, ...[...seen, ...usual].map((selector) => ({ selector }))])
    if (!known.has(key.selector)) known.set(key.selector, key);
  return [...known.values()].slice(0, SELECTORS_MAX);
}

/** Undefined if nothing is there, and nothing has to be. */
async function lookAt(
  { selector, publicKey }: Key,
  domain: string,
  lookup: Lookup,
): Promise<FoundKey | undefined> {
  const texts = await lookup.findOrUndefined(keyName(selector, domain), "TXT");
  if (publicKey !== undefined) {
    const { state, words } = evaluateDkim(texts, publicKey);
    if (state !== "good") return { state, words, found: shown(selector, texts) };
  }
  if (texts === undefined) return { state: "unknown", words: NO_ANSWER, found: "" };
  const key = texts.map(tagsOf).find((tags) => tags.has("p"));
  if (!key) return undefined;
  return judgeKey(selector, key);
}

const shown = (selector: string, texts: readonly string[] | undefined) =>
  texts === undefined || texts.length === 0 ? "" : `${selector}: ${(texts[0] ?? "").slice(0, 100)}`;

function judgeKey(selector: string, tags: ReadonlyMap<string, string>): FoundKey {
  const value = (tags.get("p") ?? "").replace(/\s/g, "");
  const kind = (tags.get("k") ?? "rsa").toLowerCase();
  if (value === "")
    return { state: "advice", words: `The key ${selector} has been revoked.`, found: `${selector}: –` };
  if (kind === "ed25519")
    return { state: "good", words: `The key ${selector} is there.`, found: `${selector}: Ed25519` };
  const bits = rsaBits(value);
  if (bits === undefined)
    return {
      state: "wrong",
      words: `The key ${selector} is damaged. Copy it again from where it was made.`,
      found: `${selector}: ?`,
    };
  const found = `${selector}: RSA, ${bits} bits`;
  if (bits < RSA_BITS_MIN)
    return {
      state: "wrong",
      words: `Receivers ignore the key ${selector}: it has only ${bits} bits.`,
      found,
    };
  if (tags.get("t")?.split(":").includes("y"))
    return { state: "advice", words: `The key ${selector} says that it’s only a test (t=y).`, found };
  if (bits < RSA_BITS_ADVISED)
    return {
      state: "advice",
      words: `The key ${selector} has ${bits} bits. Replace it with one of 2048.`,
      found,
    };
  return { state: "good", words: `The key ${selector} is there, with ${bits} bits.`, found };
}

function rsaBits(base64: string): number | undefined {
  const key = Buffer.from(base64, "base64");
  for (const type of ["spki", "pkcs1"] as const) {
    try {
      return createPublicKey({ key, format: "der", type }).asymmetricKeyDetails?.modulusLength;
    } catch {
      // It's the other format, or neither.
    }
  }
  return undefined;
}
