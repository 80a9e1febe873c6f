/*
 * Whether an account's e-mail arrives: the records and servers of the domains that it sends from, found once
 * an hour and on request. `sending-accounts` signs, and watches the records that it signs with.
 */
import * as z from "zod";
import { senderDomain } from "#src/features/email/sending-accounts/credentials/credentials.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { failure } from "#src/lib/errors.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import type { Limit } from "#src/platform/limits.ts";
import { isWatched, runChecks, type Sender, sendersOf } from "./checks/checks.ts";
import type { Check, CheckName } from "./checks/checks-contract.ts";
import { isFreeDomain } from "./checks/provider-rules.ts";
import { DELIVERABILITY_ERRORS, type Deliverability, type DomainHealth } from "./contract.ts";
import { senderDomainChecked, senderDomainWorsened } from "./events.ts";
import { listSelectors } from "./reports/reports.ts";
import { betterStates, delayOf, nextStates } from "./rules.ts";
import {
  deleteOtherDomains,
  listAllSenders,
  listSenderAccounts,
  listSenderDomains,
  lockSenderDomain,
  type SenderDomainRow,
  upsertSenderDomain,
} from "./store.ts";

const CHECKS: Limit = {
  name: "deliverability.check",
  attempts: 30,
  seconds: 3600,
  sentence: "That’s a lot of checks.",
};

export async function getDeliverability(ctx: Ctx): Promise<Deliverability> {
  requireWholeAccount(ctx);
  const senders = sendersOf(await listSenderAccounts(ctx.db, ctx.account));
  const hosts = senders.map(({ domain }) => domain);
  const rows = await listSenderDomains(ctx.db, ctx.account, hosts);
  return {
    domains: senders.map((sender) =>
      toHealth(
        sender,
        rows.find(({ host }) => host === sender.domain),
      ),
    ),
  };
}

function toHealth(
  { domain, accounts }: Sender,
  row: Pick<SenderDomainRow, "checks" | "checked_at"> | undefined,
): DomainHealth {
  return {
    host: domain,
    addresses: [...new Set(accounts.map(({ from_address }) => from_address))],
    is_free: isFreeDomain(domain),
    checked_at: row?.checked_at ?? null,
    checks: row?.checks ?? [],
  };
}

export async function checkDomain(ctx: Ctx, { host }: { host: string }): Promise<DomainHealth> {
  requireWholeAccount(ctx);
  const senders = sendersOf(await listSenderAccounts(ctx.db, ctx.account));
  const sender = senders.find(({ domain }) => domain === host.toLowerCase());
  if (!sender) throw failure(DELIVERABILITY_ERRORS, "SENDER_DOMAIN_NOT_FOUND");
  await ctx.limits.count(CHECKS, ctx.account);
  const checks = await checksOf(ctx, sender);
  const checked_at = ctx.now().toISOString();
  await ctx.write(async (ctx) => {
    const key = { user_id: ctx.account, host: sender.domain };
    const known = betterStates((await lockSenderDomain(ctx.db, key))?.known ?? {}, checks);
    await upsertSenderDomain(ctx.db, { ...key, checks, known, checked_at });
    await ctx.announce(senderDomainChecked, {
      subject: sender.accounts[0]?.id ?? "",
      payload: { host: sender.domain },
    });
  });
  return toHealth(sender, { checks, checked_at });
}

/** Nobody with an address at such a domain could change what's found. */
async function checksOf(ctx: Ctx, sender: Sender): Promise<Check[]> {
  if (isFreeDomain(sender.domain)) return [];
  const [row] = await listSenderDomains(ctx.db, ctx.account, [sender.domain]);
  return runChecks(ctx, sender, { selectors: await selectorsOf(ctx, sender), before: row?.checks ?? [] });
}

const selectorsOf = (ctx: Ctx, { domain }: Sender) =>
  listSelectors(ctx.db, { account: ctx.account, host: domain });

const oneDomain = z.object({ account: z.string(), host: z.string() });

/** The next check is in an hour anyway, so a failed one isn't retried. */
export const checkDomainJob: JobType<z.output<typeof oneDomain>> = {
  name: "deliverability.check-domain",
  class: "calls",
  data: oneDomain,
  retries: 0,
};

const PAGE_ROWS = 500;

/** Starts a check of every domain that anyone sends from. */
export async function checkAllDomains(platform: Platform): Promise<void> {
  let after: Awaited<ReturnType<typeof listAllSenders>>[number] | undefined;
  do {
    const page = await listAllSenders(platform.db, { after, rows: PAGE_ROWS });
    const domains = new Map(page.map((row) => [`${row.user_id} ${senderDomain(row)}`, row]));
    for (const [key, row] of domains)
      await platform.enqueue(
        checkDomainJob,
        { account: row.user_id, host: senderDomain(row) },
        { key, delaySeconds: delayOf(key) },
      );
    after = page.length === PAGE_ROWS ? page.at(-1) : undefined;
  } while (after);
}

export async function checkDomainByTheHour(
  platform: Platform,
  { account, host }: z.output<typeof oneDomain>,
): Promise<void> {
  const ctx = systemCtx(platform, { job: checkDomainJob.name, account });
  const senders = sendersOf(await listSenderAccounts(ctx.db, account));
  await deleteOtherDomains(
    ctx.db,
    account,
    senders.map(({ domain }) => domain),
  );
  const sender = senders.find(({ domain }) => domain === host);
  if (!sender) return;
  const checks = await checksOf(ctx, sender);
  await ctx.write(async (ctx) => {
    const key = { user_id: account, host };
    const row = await lockSenderDomain(ctx.db, key);
    const { known, worse } = nextStates(row?.known ?? {}, row?.checks ?? [], checks);
    await upsertSenderDomain(ctx.db, { ...key, checks, known, checked_at: ctx.now().toISOString() });
    const news = worse.filter((name) => !isToldElsewhere(sender, checks, name));
    if (news.length > 0)
      await ctx.announce(senderDomainWorsened, {
        subject: sender.accounts[0]?.id ?? "",
        payload: { host, why: news.join(",") },
      });
  });
}

/** Sending accounts with a key tell of these records themselves once they're gone. */
function isToldElsewhere(sender: Sender, checks: readonly Check[], name: CheckName): boolean {
  const { state } = checks.find((check) => check.name === name) ?? {};
  return (
    isWatched(sender) && (name === "dkim" || ((name === "spf" || name === "dmarc") && state === "missing"))
  );
}
