/*
 * Domains: owners' own hosts for their pages. `checks.ts` checks the DNS and decides a domain's state,
 * `activation.ts` finds out whether it works, and `served-hosts.ts` lists the hosts to serve.
 * `node/host-routing.ts` routes their requests. A page's host is also stored with its profile, for everything
 * that builds its URL.
 */
import { randomBytes } from "node:crypto";
import { domainToUnicode } from "node:url";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { hasPremium } from "#src/features/money/entitlements/entitlements.ts";
import { recordDomain, requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Announced } from "#src/lib/event.ts";
import { isPublicIpAddress } from "#src/lib/ip-address.ts";
import { addSeconds } from "#src/lib/time.ts";
import type { PageMove } from "#src/platform/account-data-registry.ts";
import {
  type Ctx,
  canAccessProfile,
  type Platform,
  systemCtx,
  type VisitorCtx,
} from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { plainName } from "#src/platform/dns/dns.ts";
import type { Limit } from "#src/platform/limits.ts";
import { DOMAIN_ERRORS, type Domain } from "./contract.ts";
import { domainAdded, domainRemoved } from "./events.ts";
import { checkHost, HOST_ERROR_CODES, relatedHosts, wwwPair } from "./hosts.ts";
import { isPagesHost } from "./pages-host.ts";
import { DOMAINS_MAX, type ExpectedDns, listRecords, PROOF_PREFIX, waitAfter } from "./rules.ts";
import { servedHosts } from "./served-hosts.ts";
import { domainsChanged } from "./signals.ts";
import {
  countDomains,
  type DomainRow,
  deleteClaim,
  deleteDomain,
  deleteDomainsOf,
  findDomain,
  findMainHost,
  insertDomain,
  listDomainRows,
  listDomainsOf,
  listProvers,
  updateDomainAccount,
  updateProver,
} from "./store.ts";
import { findTarget, type Target } from "./target.ts";

export { type HostEntry, servedHosts } from "./served-hosts.ts";

const TOKEN_BYTES = 20;

/**
 * Strangers may ask, too, but not often enough to list our domains. A proxy on our own network always may.
 */
const ASKED_BY_STRANGERS: Limit = { name: "domains.ask", attempts: 60, seconds: 60 };

interface Domains {
  items: Domain[];
  /** True if domains could point here at all. */
  is_available: boolean;
  /** True if adding another one requires premium, which the account doesn't have. */
  needs_premium: boolean;
}

export async function listDomains(ctx: Ctx): Promise<Domains> {
  const target = await findTarget(ctx);
  const rows = (await listDomainRows(ctx.db, ctx.account)).filter(({ profile_id }) =>
    canAccessProfile(ctx, profile_id),
  );
  const items = await Promise.all(rows.map((row) => toDomain(ctx, row, target)));
  const needs_premium = !(await hasPremium(ctx, ctx.account));
  return { items, is_available: target !== undefined, needs_premium };
}

/** Claims a domain, even if others have claimed it. The DNS records then prove ownership. */
export async function addDomain(ctx: Ctx, input: { host: string; profile_id: string }): Promise<Domain> {
  // Spec §9. Without it, an account keeps its existing domains.
  if (!(await hasPremium(ctx, ctx.account))) throw failure(DOMAIN_ERRORS, "PREMIUM_REQUIRED");
  await requireConfirmed(ctx);
  const target = await requireTarget(ctx);
  const checked = checkHost(input.host, oursOf(ctx, target));
  if (!checked.ok) throw failure(DOMAIN_ERRORS, HOST_ERROR_CODES[checked.reason]);
  const { host, zone } = checked;
  return ctx.write(async (ctx) => {
    const { id: profile_id } = await requireProfile(ctx, input.profile_id);
    await takeAdvisoryLock(ctx.db, "domains", ctx.account);
    if ((await countDomains(ctx.db, ctx.account)) >= DOMAINS_MAX)
      throw failure(DOMAIN_ERRORS, "DOMAIN_LIMIT");
    const now = ctx.now();
    const row = await insertDomain(ctx.db, {
      id: ctx.newId(),
      account: ctx.account,
      profile_id,
      host,
      zone,
      token: randomBytes(TOKEN_BYTES).toString("hex"),
      next_check_at: addSeconds(now, waitAfter(0, "added")),
      created_at: now.toISOString(),
    });
    if (!row) throw failure(DOMAIN_ERRORS, "DOMAIN_EXISTS");
    await ctx.announce(domainAdded, { subject: row.id, payload: { profile_id } });
    return toDomain(ctx, row, target);
  });
}

export function removeDomain(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.write(async (ctx) => {
    const { profile_id } = await requireDomain(ctx, id);
    await deleteDomain(ctx.db, { account: ctx.account, id });
    await ctx.announce(domainRemoved, { subject: id, payload: { profile_id } });
    await publishHosts(ctx, profile_id);
    return { id };
  });
}

/**
 * Authorizes certificates for the proxy: only for proven hosts, those that redirect to them, and that of
 * pages.
 */
export async function authorizeCertificate(
  ctx: VisitorCtx,
  { domain }: { domain: string },
): Promise<{ domain: string }> {
  const { address } = ctx.request;
  if (isPublicIpAddress(address)) await ctx.limits.count(ASKED_BY_STRANGERS, address);
  const host = plainName(domain);
  const entry = servedHosts(ctx).find(host);
  const isKnown = entry ? entry.state !== "misconfigured" : await isPagesHost(ctx, host);
  if (!isKnown) throw failure(DOMAIN_ERRORS, "DOMAIN_UNKNOWN");
  return { domain: host };
}

export async function getDomain(ctx: Ctx, { id }: { id: string }): Promise<Domain> {
  return toDomain(ctx, await requireDomain(ctx, id), await findTarget(ctx));
}

export async function purgeDomains(
  platform: Platform,
  { account, subject }: Announced<object>,
): Promise<void> {
  await eraseDomainsOf(platform, { account, profileIds: [subject] });
}

export async function eraseDomainsOf(
  platform: Platform,
  { account, profileIds }: { account: string; profileIds: readonly string[] },
): Promise<void> {
  await systemCtx(platform, { job: "domains.forget", account }).write(async (ctx) => {
    for (const id of profileIds) {
      await deleteDomainsOf(ctx.db, id);
      await ctx.invalidate(domainsChanged, { profile_id: id });
    }
  });
}

/** Moves pages' domains to another account, with the proof of who has them. Nobody has to prove anything again. */
export async function moveDomains(platform: Platform, move: PageMove): Promise<void> {
  const { from, to, profileIds } = move;
  for (const { id, host } of await listDomainsOf(platform.db, move)) {
    await deleteClaim(platform.db, { account: to, host, besides: id });
    if (await updateDomainAccount(platform.db, { id, account: to }))
      await updateProver(platform.db, {
        host_hash: hashOfHost(host),
        from: hashOfAccount(from),
        to: hashOfAccount(to),
      });
  }
  for (const profile_id of profileIds) await platform.invalidate(domainsChanged, { profile_id });
}

/** Publishes the hosts of a profile's page to every node, and to everything that builds its URL. */
export async function publishHosts(ctx: Ctx, profile_id: string): Promise<void> {
  await recordDomain(ctx, { id: profile_id, domain: (await findMainHost(ctx.db, profile_id)) ?? null });
  await ctx.invalidate(domainsChanged, { profile_id });
}

export async function requireDomain(ctx: Ctx, id: string): Promise<DomainRow> {
  const row = isId(id) ? await findDomain(ctx.db, { account: ctx.account, id }) : undefined;
  if (!row || !canAccessProfile(ctx, row.profile_id)) throw failure(DOMAIN_ERRORS, "DOMAIN_NOT_FOUND");
  return row;
}

export async function requireTarget(ctx: Platform): Promise<Target> {
  const target = await findTarget(ctx);
  if (!target) throw failure(DOMAIN_ERRORS, "DOMAINS_UNAVAILABLE");
  return target;
}

/** Requires a confirmed address of the person adding it, or of the key's owner. */
async function requireConfirmed({ db, actor, account }: Ctx): Promise<void> {
  const person = await findPerson(db, actor.type === "person" ? actor.person.id : account);
  if (!person?.email_verified) throw failure(DOMAIN_ERRORS, "EMAIL_UNCONFIRMED");
}

/** The hosts that belong to this instance itself. */
function oursOf({ instance }: Platform, target: Target): string[] {
  const { publicUrl, pagesUrl, cdnUrl } = instance;
  const urls = [publicUrl, pagesUrl, cdnUrl].filter((url) => url !== "");
  return [target.host, ...urls.map((url) => plainName(new URL(url).hostname))];
}

export async function expectedDns(ctx: Ctx, row: DomainRow, target: Target): Promise<ExpectedDns> {
  const { host, zone } = row;
  const proof = PROOF_PREFIX + row.token;
  const needs_txt = await isSomeoneElses(ctx, row);
  return { host, zone, target: target.host, addresses: target.addresses, proof, needs_txt };
}

/**
 * True if another account was the last to prove this host. If nobody has proven it, its related hosts count:
 * a CNAME record of `www`, which we ask people to set, or of a wildcard must not let another account in.
 */
async function isSomeoneElses({ db, account }: Ctx, row: DomainRow): Promise<boolean> {
  const own = hashOfHost(row.host);
  const provers = await listProvers(db, [own, ...relatedHosts(row).map(hashOfHost)]);
  const prover = provers.get(own);
  const counted = prover === undefined ? [...provers.values()] : [prover];
  return counted.some((one) => one !== hashOfAccount(account));
}

export const hashOfHost = (host: string) => derivedId("domains.host", host);
export const hashOfAccount = (account: string) => derivedId("domains.account", account);

export async function toDomain(ctx: Ctx, row: DomainRow, target: Target | undefined): Promise<Domain> {
  const twin = wwwPair(row);
  return {
    id: row.id,
    host: row.host,
    display_host: domainToUnicode(row.host) || row.host,
    profile_id: row.profile_id,
    state: row.state,
    reason: row.reason,
    records: target ? listRecords(await expectedDns(ctx, row, target), row.seen, twin) : [],
    twin: twin ?? null,
    name_servers: row.seen?.name_servers ?? [],
    checked_at: row.checked_at,
    next_check_at: row.next_check_at,
    verified_at: row.verified_at,
    active_at: row.active_at,
    dangling_since: row.dangling_since,
    created_at: row.created_at,
  };
}
