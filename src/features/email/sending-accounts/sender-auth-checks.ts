/* Explains DNS problems of a sender's domain to people who are about to send (features 5.1.9). */
import { TtlCache } from "#src/lib/ttl-cache.ts";
import type { Ctx } from "#src/platform/context.ts";
import { processLocal } from "#src/platform/process-local.ts";
import { hasDkimKey, senderDomain } from "./dkim.ts";
import type { DnsRecord, DnsRecordCheck } from "./dkim-contract.ts";
import { lookUpDns } from "./sender-dns.ts";
import type { MailboxRow } from "./store.ts";

export interface SenderProblem {
  severity: "stop" | "warning";
  message: string;
}

/** From this many recipients on, a lost signature blocks sending. */
const UNSIGNED_FROM = 100;

/** Returns problems known from daily checks, which cover sending accounts with a key. */
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

const statesOf = processLocal(
  () =>
    new TtlCache<States>({
      entriesMax: KEPT_MAX,
      msFor: (states) => (Object.values(states).includes("unknown") ? UNKNOWN_KEPT_MS : KEPT_MS),
    }),
);

/** Checks right now, for sending accounts without a key, which have no daily check. Takes seconds at most. */
export async function domainProblems(ctx: Ctx, row: MailboxRow): Promise<SenderProblem[]> {
  if (hasDkimKey(row)) return [];
  const domain = senderDomain(row);
  const states = await statesOf(ctx).get(domain, ctx.now(), async () => {
    const { spf, dmarc } = await lookUpDns(ctx, row);
    return { spf: spf.state, dmarc: dmarc.state };
  });
  return (["spf", "dmarc"] as const)
    .filter((name) => states[name] === "missing" || states[name] === "wrong")
    .map((name) => missing(name, domain));
}
