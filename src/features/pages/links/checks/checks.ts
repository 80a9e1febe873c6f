/*
 * Whether links still lead somewhere: each is looked at once a day, a few of a host at a time and one after
 * another. What doesn't work twice, an hour apart, is dead: its row says why, and its account hears of it once.
 * These looks are no clicks, since they never go through us.
 */
import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { filterSubscribed } from "#src/features/identity/preferences/preferences.ts";
import { addSeconds } from "#src/lib/time.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import type { Limit } from "#src/platform/limits.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { linksDied } from "../events.ts";
import { requireLink } from "../page-rows.ts";
import {
  type CheckRow,
  claimDueChecks,
  insertCheck,
  isChecked,
  listChecks,
  listUntold,
  updateCheck,
  updateTold,
  upsertChecks,
} from "./check-store.ts";
import { deadLinksMail } from "./mails.ts";
import { probeAddress } from "./probe.ts";
import { verdictOf } from "./rules.ts";

const ADDED_AT_ONCE = 5000;
const CLAIMED_AT_ONCE = 120;
/** Each takes up to fifteen seconds, and their job has a minute. */
const PER_HOST = 3;
const CLAIMED_SECONDS = 900;
const TOLD_AT_ONCE = 500;

export const hostCheckJob: JobType<{ ids: string[]; host?: string | undefined }> = {
  name: "links.check-host",
  class: "calls",
  data: z.object({ ids: z.array(z.string()), host: z.string().optional() }),
  // They're due again by themselves.
  retries: 0,
};

/** Brings the list of what's checked up to date. */
export async function planChecks({ db, now, abortSignal }: Platform): Promise<void> {
  while (!abortSignal.aborted) {
    const added = await upsertChecks(db, { now: now().toISOString(), most: ADDED_AT_ONCE });
    if (added < ADDED_AT_ONCE) return;
  }
}

/** Starts what's due: a job for each host, of which only one waits or runs. */
export async function startDueChecks(platform: Platform): Promise<void> {
  const now = platform.now();
  const due = await claimDueChecks(platform.db, {
    now: now.toISOString(),
    until: addSeconds(now, CLAIMED_SECONDS),
    perHost: PER_HOST,
    most: CLAIMED_AT_ONCE,
  });
  for (const [host, rows] of Map.groupBy(due, ({ host }) => host)) {
    const ids = rows.map(({ link_id }) => link_id);
    await platform.enqueue(hostCheckJob, { ids, host }, { key: `links.check ${host}`, group: "links.check" });
  }
}

/** Looks at a host's links, one after another. */
export async function checkLinks(
  platform: Platform,
  of: { ids: readonly string[]; host?: string | undefined },
): Promise<void> {
  for (const row of await listChecks(platform.db, of)) {
    if (platform.abortSignal.aborted) return;
    if (await isChecked(platform.db, row)) await check(platform, row);
  }
}

async function check(platform: Platform, row: CheckRow): Promise<CheckRow> {
  const outcome = await probeAddress(platform, row.url);
  const now = platform.now();
  const verdict = verdictOf(row, outcome, { now, roll: Math.random() });
  const changes = {
    ...verdict,
    checked_at: now.toISOString(),
    // One that works again is told of anew when it doesn't.
    ...(verdict.state !== "dead" && { told_at: null }),
  };
  await updateCheck(platform.db, row, changes);
  return { ...row, ...changes };
}

const ASKED: Limit = {
  name: "links.check",
  attempts: 30,
  seconds: 60,
  sentence: "You can check 30 links a minute.",
};

/** Looks at one link because somebody asks. */
export async function checkLink(ctx: Ctx, { id }: { id: string }) {
  const { id: link_id } = await requireLink(ctx, id);
  await ctx.limits.count(ASKED, ctx.account);
  await insertCheck(ctx.db, { id: link_id, now: ctx.now().toISOString() });
  const found: CheckRow[] = [];
  for (const row of await listChecks(ctx.db, { ids: [link_id] }))
    if (await isChecked(ctx.db, row)) found.push(await check(ctx, row));
  const worst = STATES.flatMap((state) => found.find((row) => row.state === state) ?? [])[0];
  if (!worst) return { state: "unchecked" as const, problem: null, problem_at: null };
  const { state, reason, field } = worst;
  return { state, problem: reason, problem_at: reason === null ? null : field };
}

/** The worst one first. */
const STATES = ["dead", "failing", "ok"] as const;

/** Tells accounts of links that have died, each of them once and all of them together. */
export async function tellOfDeadLinks(platform: Platform): Promise<void> {
  for (const account of await listUntold(platform.db, TOLD_AT_ONCE)) {
    if (platform.abortSignal.aborted) return;
    await systemCtx(platform, { job: "links.tell-dead", account }).write((ctx) => tellAccount(ctx));
  }
}

async function tellAccount(ctx: Ctx): Promise<void> {
  const { account } = ctx;
  const at = ctx.now().toISOString();
  const dead = await updateTold(ctx.db, { account, now: at });
  const [first] = dead;
  if (!first) return;
  const isOnePage = dead.every(({ profile_id }) => profile_id === first.profile_id);
  const payload = { broken: dead.length, ...(isOnePage && { profile_id: first.profile_id }) };
  await ctx.announce(linksDied, { subject: first.link_id, payload });
  const [reader] = await filterSubscribed(ctx, [account], { topic: "links", channel: "email" });
  const to = reader && (await findPerson(ctx.db, reader))?.email;
  if (to) await enqueueMail(ctx, { mail: deadLinksMail, to, account, data: { account, at } });
}

export { deleteChecksOf, listProblems } from "./check-store.ts";
