/* Everything that's checked about a domain that an account sends from. */
import { hasDkimKey, senderDomain } from "#src/features/email/sending-accounts/credentials/credentials.ts";
import type { Platform } from "#src/platform/context.ts";
import { ASK_BLOCKLISTS } from "../settings.ts";
import { blocklistsOff, checkBlocklists } from "./blocklists.ts";
import type { Sender, SenderAccount } from "./check.ts";
import type { Check } from "./checks-contract.ts";
import { checkDkim } from "./dkim.ts";
import { checkBimi, checkDmarc } from "./dmarc.ts";
import { withLookup } from "./lookup.ts";
import { checkMx, checkReturnPath, checkReverseDns, checkTls, checkUnsubscribe } from "./mail-hosts.ts";
import { GOOGLE, providerOf } from "./provider-rules.ts";
import { checkSpf } from "./spf.ts";

export type { Sender, SenderAccount } from "./check.ts";
export { zoneOf } from "./lookup.ts";

/** Groups sending accounts by domain, in the order of the first of each. */
export function sendersOf(accounts: readonly SenderAccount[]): Sender[] {
  const byDomain = Map.groupBy(accounts, (row) => senderDomain(row));
  byDomain.delete("");
  return [...byDomain].map(([domain, accounts]) => {
    const servers = accounts.map(({ kind, host, port, security }) =>
      kind === "gmail"
        ? { host: "", port: 0, security: "tls", provider: GOOGLE }
        : { host, port, security, provider: providerOf(host) },
    );
    const distinct = new Map(servers.map((one) => [`${one.host} ${one.port} ${one.security}`, one]));
    return { domain, accounts, senders: [...distinct.values()] };
  });
}

/** True if the domain's key, SPF, and DMARC are watched with the sending account. */
export const isWatched = ({ accounts }: Sender) => accounts.some((row) => hasDkimKey(row));

interface Asked {
  /** The selectors that reports name. */
  selectors: readonly string[];
  /** What was found before. */
  before: readonly Check[];
}

/** Runs all checks of a domain. */
export async function runChecks(
  platform: Platform,
  sender: Sender,
  { selectors, before }: Asked,
): Promise<Check[]> {
  const blocklists = blocklistsOf(platform, sender, before);
  const tls = checkTls(sender, platform);
  const checks = await withLookup(platform, sender.domain, async (lookup) => {
    const [spf, dkim, dmarc, mx, reverse] = await Promise.all([
      checkSpf(sender, lookup),
      checkDkim(sender, selectors, lookup),
      checkDmarc(sender, lookup),
      checkMx(sender, lookup),
      checkReverseDns(sender, lookup),
    ]);
    const bimi = await checkBimi(sender, dmarc, lookup);
    return { before: [spf, dkim, dmarc, checkReturnPath(sender, mx), mx, reverse], bimi };
  });
  const unsubscribe = checkUnsubscribe(platform.instance.publicUrl);
  return [...checks.before, await tls, checks.bimi, unsubscribe, await blocklists];
}

/** Lists want to be asked rarely. A little less than an hour, so that each hour's check asks. */
const BLOCKLISTS_ASKED_MS = 55 * 60_000;

async function blocklistsOf(platform: Platform, sender: Sender, before: readonly Check[]): Promise<Check> {
  if (!platform.settings.get(ASK_BLOCKLISTS)) return blocklistsOff();
  const now = platform.now();
  const known = before.find(({ name }) => name === "blocklists");
  if (known?.asked_at && now.getTime() - Date.parse(known.asked_at) < BLOCKLISTS_ASKED_MS) return known;
  const check = await withLookup(platform, sender.domain, (lookup) => checkBlocklists(sender, lookup));
  return { ...check, asked_at: now.toISOString() };
}
