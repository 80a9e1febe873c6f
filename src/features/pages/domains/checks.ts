import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { failure } from "#src/lib/errors.ts";
import { addDays, addSeconds } from "#src/lib/time.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { Limit } from "#src/platform/limits.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { enqueueProbe } from "./activation.ts";
import { DOMAIN_ERRORS, type Domain } from "./contract.ts";
import { lookUpDns } from "./dns-lookup.ts";
import {
  expectedDns,
  hashOfAccount,
  hashOfHost,
  publishHosts,
  requireDomain,
  requireTarget,
  toDomain,
} from "./domains.ts";
import { domainDangling, domainFailed, domainLost, domainVerified } from "./events.ts";
import { domainDanglingMail } from "./mails.ts";
import {
  type DomainState,
  evaluateDns,
  type ObservedDns,
  PROOF_DAYS,
  type Verdict,
  waitAfter,
} from "./rules.ts";
import { claimDue, type DomainRow, lockConflict, lockDomain, updateDomain, upsertProof } from "./store.ts";
import { findTarget, type Target } from "./target.ts";

const CHECKS: Limit = { name: "domains.check", attempts: 20, seconds: 60 };
const DUE_AT_ONCE = 20;
/** A check takes three seconds at most. */
const TAKEN_SECONDS = 60;

/** Checks a domain's records right away at a person's request. */
export async function checkDomain(ctx: Ctx, { id }: { id: string }): Promise<Domain> {
  const row = await requireDomain(ctx, id);
  const target = await requireTarget(ctx);
  await ctx.limits.count(CHECKS, id);
  return toDomain(ctx, await examine(ctx, row, { target, isAsked: true }), target);
}

export async function checkDueDomains(platform: Platform): Promise<void> {
  const target = await findTarget(platform);
  if (!target) return;
  for (;;) {
    const now = platform.now();
    const until = addSeconds(now, TAKEN_SECONDS);
    const due = await claimDue(platform.db, { now: now.toISOString(), until, most: DUE_AT_ONCE });
    await Promise.all(
      due.map(async ({ account, id }) => {
        const ctx = systemCtx(platform, { job: "domains.check-due", account });
        try {
          await examine(ctx, await requireDomain(ctx, id), { target, isAsked: false });
        } catch (error) {
          platform.log.error({ err: error, domain: id }, "a domain couldn't be checked");
        }
      }),
    );
    if (due.length < DUE_AT_ONCE || platform.abortSignal.aborted) return;
  }
}

interface Examination {
  target: Target;
  /** Set if a person requested it, so that the domain isn't given up. */
  isAsked: boolean;
}

async function examine(
  ctx: Ctx,
  { account, id, host, zone }: DomainRow,
  by: Examination,
): Promise<DomainRow> {
  const seen = await lookUpDns(ctx, { host, zone });
  return ctx.write(async (ctx) => {
    // Only one account at a time can prove ownership.
    await takeAdvisoryLock(ctx.db, "domains", host);
    const row = await lockDomain(ctx.db, { account, id });
    if (!row) throw failure(DOMAIN_ERRORS, "DOMAIN_NOT_FOUND");
    const judged = seen && evaluateDns(seen, await expectedDns(ctx, row, by.target));
    const next = decide(row, { seen, verdict: judged, isAsked: by.isAsked, now: ctx.now() });
    if (row.verified_at === null && next.verified_at !== null) await displaceRival(ctx, row);
    await updateDomain(ctx.db, next);
    await react(ctx, row, next);
    return next;
  });
}

interface Findings {
  /** Undefined if its name servers didn't respond. */
  seen: ObservedDns | undefined;
  verdict: Verdict | undefined;
  isAsked: boolean;
  now: Date;
}

const NO_ANSWER = "Its name servers didn’t answer in time. We’ll ask again.";
const GIVEN_UP = `We’ve looked for ${PROOF_DAYS} days and stopped. Check again once the records are right.`;

/** A check always moves a domain out of these states, even without a response. */
const NEW = new Set<DomainState>(["added", "failed"]);

/** Returns the row after a check. */
function decide(row: DomainRow, { seen, verdict, isAsked, now }: Findings): DomainRow {
  const checked_at = now.toISOString();
  const state = verdict ? stateAfter(row, verdict) : NEW.has(row.state) ? "dns_pending" : row.state;
  const isReady = state === "verified" || state === "issuing" || state === "active";
  const checks = isAsked || state !== row.state ? 1 : row.checks + 1;
  const next: DomainRow = {
    ...row,
    state,
    checks,
    checked_at,
    seen: seen ?? row.seen,
    reason: verdict ? (isReady ? row.reason : verdict.reason) : isReady ? row.reason : NO_ANSWER,
    verified_at: isReady ? (row.verified_at ?? checked_at) : row.verified_at,
    dangling_since: isReady ? null : row.verified_at && (row.dangling_since ?? checked_at),
    next_check_at: addSeconds(now, waitAfter(checks, state)),
  };
  if (isReady && verdict && state !== "issuing") next.reason = "";
  const since = next.dangling_since ?? row.created_at;
  if (isReady || isAsked || since > addDays(now, -PROOF_DAYS)) return next;
  return { ...next, state: "failed", reason: GIVEN_UP, next_check_at: null, verified_at: null };
}

function stateAfter({ state }: DomainRow, verdict: Verdict): DomainState {
  if (verdict.state !== "ready") return verdict.state;
  return state === "issuing" || state === "active" ? state : "verified";
}

/** Applies the consequences of a check beyond the row. */
async function react(ctx: Ctx, before: DomainRow, after: DomainRow): Promise<void> {
  const { id, host, profile_id } = after;
  const news = { subject: id, payload: { profile_id } };
  const isReady = after.verified_at !== null && after.dangling_since === null;
  if (isReady && before.verified_at === null) {
    await upsertProof(ctx.db, { host_hash: hashOfHost(host), account_hash: hashOfAccount(ctx.account) });
    await ctx.announce(domainVerified, news);
  }
  if (before.dangling_since === null && after.dangling_since !== null && before.active_at !== null) {
    await ctx.announce(domainDangling, news);
    await notifyOwner(ctx, after);
  }
  if (before.state !== "failed" && after.state === "failed") await ctx.announce(domainFailed, news);
  if (before.state !== after.state || before.verified_at !== after.verified_at)
    await publishHosts(ctx, profile_id);
  if (isReady && after.state !== "active") await enqueueProbe(ctx, after);
}

const LOST = "Another account has proven that this domain is theirs.";

/** The domain belongs to the account with the newest proof. */
async function displaceRival(ctx: Ctx, { account, host }: DomainRow): Promise<void> {
  const rival = await lockConflict(ctx.db, { account, host });
  if (!rival) return;
  const theirs = { ...ctx, ...systemCtx(ctx, { job: "domains.displace", account: rival.account }) };
  const dangling_since = ctx.now().toISOString();
  const lost: DomainRow = {
    ...rival,
    state: "failed",
    reason: LOST,
    verified_at: null,
    next_check_at: null,
    dangling_since,
  };
  await updateDomain(ctx.db, lost);
  const { id, profile_id } = rival;
  await theirs.announce(domainLost, { subject: id, payload: { profile_id } });
  await publishHosts(theirs, profile_id);
  if (rival.active_at !== null) await notifyOwner(theirs, lost);
}

async function notifyOwner(ctx: Ctx, { account, id }: DomainRow): Promise<void> {
  const to = (await findPerson(ctx.db, account))?.email ?? "";
  await enqueueMail(ctx, { mail: domainDanglingMail, to, account, about: id, data: { account, id } });
}
