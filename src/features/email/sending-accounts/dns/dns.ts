/* Signing keys, the DNS records of a sender's domain, and what they lack for those about to send (features 5.1.9). */
import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { getDomain } from "tldts";
import { failure } from "#src/lib/errors.ts";
import { TtlCache } from "#src/lib/ttl-cache.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { DnsFailure } from "#src/platform/dns/dns.ts";
import type { Limit } from "#src/platform/limits.ts";
import { processLocal } from "#src/platform/process-local.ts";
import { hasDkimKey, keyPurpose, senderDomain } from "../credentials/credentials.ts";
import { mailboxUpdated } from "../events.ts";
import { requireMailbox } from "../sending-accounts.ts";
import { lockMailbox, type MailboxRow, updateMailboxRow } from "../store.ts";
import {
  DKIM_ERRORS,
  DNS_RECORDS,
  type DnsRecord,
  type DnsRecordCheck,
  type SenderDns,
} from "./dkim-contract.ts";
import {
  evaluateDkim,
  evaluateDmarc,
  evaluateSpf,
  keyName,
  keyRecord,
  labelIn,
  quotedParts,
} from "./dkim-rules.ts";

/** The size that receivers require, and that most DNS providers can store. */
const RSA_BITS = 2048;
const LOOK_MS_MAX = 4000;
const SELECTOR_BYTES = 4;
const LOOKS: Limit = {
  name: "mailboxes.dns",
  attempts: 60,
  seconds: 3600,
  sentence: "That’s a lot of checks.",
};
const NO_KEYS = {
  dkim_domain: "",
  dkim_selector: "",
  dkim_public: "",
  dkim_key: null,
  dkim_found_at: null,
  dkim_next_selector: "",
  dkim_next_public: "",
  dkim_next_key: null,
  dns_seen: null,
};

/** Checks now. A key signs from the moment its record is found. */
export async function checkDns(ctx: Ctx, { id }: { id: string }): Promise<SenderDns> {
  return lookUpDns(ctx, await requireSigned(ctx, id));
}

/** Two calls still add one key: the first that isn't found yet. */
export async function addKey(ctx: Ctx, { id }: { id: string }): Promise<SenderDns> {
  const { from_address } = await requireSigned(ctx, id);
  const made = await makeKey(ctx, id);
  const row = await ctx.write(async (ctx) => {
    const row = await requireLocked(ctx, id);
    const isFirst = !hasDkimKey(row);
    if (row.from_address !== from_address || (!isFirst && isWaiting(row))) return row;
    const changes = isFirst
      ? {
          ...NO_KEYS,
          dkim_domain: senderDomain(row),
          dkim_selector: made.selector,
          dkim_public: made.publicKey,
          dkim_key: made.sealed,
        }
      : { dkim_next_selector: made.selector, dkim_next_public: made.publicKey, dkim_next_key: made.sealed };
    return change(ctx, row, changes);
  });
  return lookUpDns(ctx, row);
}

/** True if it has a key that hasn't been found yet. */
function isWaiting({ dkim_found_at, dkim_next_key }: MailboxRow): boolean {
  return dkim_found_at === null || dkim_next_key !== null;
}

export async function removeKey(ctx: Ctx, { id }: { id: string }): Promise<SenderDns> {
  await requireSigned(ctx, id);
  const row = await ctx.write(async (ctx) => {
    const row = await requireLocked(ctx, id);
    return row.dkim_key === null ? row : change(ctx, row, NO_KEYS);
  });
  return lookUpDns(ctx, row);
}

async function change(ctx: Ctx, row: MailboxRow, changes: Partial<MailboxRow>): Promise<MailboxRow> {
  await updateMailboxRow(ctx.db, { account: row.user_id, id: row.id }, changes);
  await ctx.announce(mailboxUpdated, { subject: row.id, payload: { fields: ["DKIM"] } });
  return { ...row, ...changes };
}

async function requireSigned(ctx: Ctx, id: string): Promise<MailboxRow> {
  const row = await requireMailbox(ctx, id);
  if (row.kind !== "smtp") throw failure(DKIM_ERRORS, "DKIM_BY_GOOGLE");
  await ctx.limits.count(LOOKS, ctx.account);
  return row;
}

async function requireLocked(ctx: Ctx, id: string): Promise<MailboxRow> {
  const row = await lockMailbox(ctx.db, { account: ctx.account, id });
  if (!row) throw failure(DKIM_ERRORS, "MAILBOX_NOT_FOUND");
  return row;
}

async function makeKey({ vault }: Platform, id: string) {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: RSA_BITS,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return {
    // Other programs sign for the same domain, with their own keys.
    selector: `fanfare-${randomBytes(SELECTOR_BYTES).toString("hex")}`,
    publicKey: publicKey.toString("base64"),
    sealed: vault.seal(keyPurpose(id), privateKey),
  };
}

export async function lookUpDns(ctx: Ctx, row: MailboxRow): Promise<SenderDns> {
  const domain = senderDomain(row);
  const zone = getDomain(domain) ?? domain;
  const keys = keysOf(row);
  const names = keys.map(({ selector }) => keyName(selector, domain));
  const [spf, own, above, ...texts] = await findTexts(ctx, zone, [
    domain,
    `_dmarc.${domain}`,
    `_dmarc.${zone}`,
    ...names,
  ]);
  const judged = keys.map((key, index) => ({ ...key, found: evaluateDkim(texts[index], key.publicKey) }));
  const after = await recordFound(
    ctx,
    row,
    judged.filter(({ found }) => found.state === "good").map(({ selector }) => selector),
  );
  const seen = {
    domain,
    is_signing: hasDkimKey(after) && after.dkim_found_at !== null,
    keys: judged
      // A key that has just taken over is the only one.
      .filter(({ selector }) => keysOf(after).some((key) => key.selector === selector))
      .map(({ selector, publicKey, found }) => {
        const value = keyRecord(publicKey);
        const name = keyName(selector, domain);
        const is_next = selector === after.dkim_next_selector;
        return { is_next, name, label: labelIn(name, zone), value, parts: quotedParts(value), found };
      }),
    spf: evaluateSpf(spf),
    // Without its own record, a subdomain has that of its parent domain (RFC 7489 §6.6.3).
    dmarc: evaluateDmarc(own?.some((text) => text.startsWith("v=DMARC1")) ? own : above),
  };
  if (hasDkimKey(after)) await recordGood(ctx, after.id, statesOf(seen));
  return seen;
}

export function statesOf({ keys, spf, dmarc }: SenderDns): Record<DnsRecord, DnsRecordCheck["state"]> {
  const current = keys.find(({ is_next }) => !is_next);
  return { dkim: current?.found.state ?? "unknown", spf: spf.state, dmarc: dmarc.state };
}

/** Good records are stored without waiting for the hourly check. Lost ones are left to it. */
async function recordGood(ctx: Ctx, id: string, states: ReturnType<typeof statesOf>): Promise<void> {
  await ctx.write(async (ctx) => {
    const { dns_seen } = await requireLocked(ctx, id);
    const good = DNS_RECORDS.filter((name) => states[name] === "good" && dns_seen?.[name] !== "good");
    if (good.length === 0) return;
    const seen = { ...dns_seen, ...Object.fromEntries(good.map((name) => [name, "good"])) };
    await updateMailboxRow(ctx.db, { account: ctx.account, id }, { dns_seen: seen });
  });
}

function keysOf(row: MailboxRow) {
  if (!hasDkimKey(row)) return [];
  const { dkim_selector, dkim_public, dkim_next_selector, dkim_next_public, dkim_next_key } = row;
  const next = { selector: dkim_next_selector, publicKey: dkim_next_public };
  return [{ selector: dkim_selector, publicKey: dkim_public }, ...(dkim_next_key === null ? [] : [next])];
}

/**
 * Returns the TXT records of each name, according to the domain's own name servers, or to those that they
 * delegate a name to.
 */
async function findTexts(
  { dns }: Platform,
  zone: string,
  names: readonly string[],
): Promise<(string[] | undefined)[]> {
  const inquiry = dns.inquire(LOOK_MS_MAX);
  try {
    const { find } = await inquiry.openZone(zone);
    const findOne = async (name: string) => {
      const there = await find(name, "TXT");
      return there.length > 0 ? there : inquiry.find(name, "TXT");
    };
    return await Promise.all(names.map((name) => findOne(name).catch(unlessSilent)));
  } catch (error) {
    unlessSilent(error);
    return names.map(() => undefined);
  } finally {
    inquiry.end();
  }
}

function unlessSilent(error: unknown): undefined {
  if (error instanceof DnsFailure) return undefined;
  throw error;
}

/** Makes the found key the signing one. Its predecessor isn't needed anymore. */
async function recordFound(ctx: Ctx, row: MailboxRow, found: readonly string[]): Promise<MailboxRow> {
  const isNews = (row: MailboxRow) =>
    found.includes(row.dkim_next_selector) ||
    (row.dkim_found_at === null && found.includes(row.dkim_selector));
  if (!isNews(row)) return row;
  return ctx.write(async (ctx) => {
    const now = await requireLocked(ctx, row.id);
    if (!isNews(now)) return now;
    const dkim_found_at = ctx.now().toISOString();
    if (!found.includes(now.dkim_next_selector)) return change(ctx, now, { dkim_found_at });
    const { dkim_next_selector, dkim_next_public, dkim_next_key } = now;
    return change(ctx, now, {
      dkim_selector: dkim_next_selector,
      dkim_public: dkim_next_public,
      dkim_key: dkim_next_key,
      dkim_next_selector: "",
      dkim_next_public: "",
      dkim_next_key: null,
      dkim_found_at,
    });
  });
}

export interface SenderProblem {
  severity: "stop" | "warning";
  message: string;
}

/** From this many recipients on, a lost signature blocks sending. */
const UNSIGNED_FROM = 100;

/** Returns problems known from hourly checks, which cover sending accounts with a key. */
export function signingProblems(row: MailboxRow, recipients: number): SenderProblem[] {
  if (!hasDkimKey(row)) return [];
  const domain = senderDomain(row);
  const { dns_seen: seen, dkim_found_at } = row;
  const others = (["spf", "dmarc"] as const).filter(
    (name) => seen?.[name] === "bad" || seen?.[name] === "lost",
  );
  const problems = others.map((name) => missing(name, domain));
  if (seen?.dkim === "lost")
    problems.unshift({
      severity: recipients >= UNSIGNED_FROM ? "stop" : "warning",
      message: `The record of the key that signs your e-mail is gone from ${domain}, so nothing is signed. Put it back, or remove the key.`,
    });
  else if (dkim_found_at === null)
    problems.unshift({
      severity: "warning",
      message: `E-mail from ${domain} isn’t signed yet: the key’s record isn’t there.`,
    });
  return problems;
}

const NAMES = { spf: "SPF", dmarc: "DMARC" };

function missing(name: keyof typeof NAMES, domain: string): SenderProblem {
  const message = `${domain} has no ${NAMES[name]} record that works. Gmail and Yahoo look for one.`;
  return { severity: "warning", message };
}

type States = Record<Exclude<DnsRecord, "dkim">, DnsRecordCheck["state"]>;

const KEPT_MAX = 500;
const KEPT_MS = 10 * 60_000;
/** Unresponsive name servers may recover soon. */
const UNKNOWN_KEPT_MS = 60_000;

const cachedStates = processLocal(
  () =>
    new TtlCache<States>({
      entriesMax: KEPT_MAX,
      msFor: (states) => (Object.values(states).includes("unknown") ? UNKNOWN_KEPT_MS : KEPT_MS),
    }),
);

/** Checks right now, for sending accounts without a key, which have no hourly check. Takes seconds at most. */
export async function domainProblems(ctx: Ctx, row: MailboxRow): Promise<SenderProblem[]> {
  if (hasDkimKey(row)) return [];
  const domain = senderDomain(row);
  const states = await cachedStates(ctx).get(domain, ctx.now(), async () => {
    const { spf, dmarc } = await lookUpDns(ctx, row);
    return { spf: spf.state, dmarc: dmarc.state };
  });
  return (["spf", "dmarc"] as const)
    .filter((name) => states[name] === "missing" || states[name] === "wrong")
    .map((name) => missing(name, domain));
}
