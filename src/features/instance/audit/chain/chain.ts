/* The chain over all events, for those in charge of the audit log: where it stands, and checks of it. */
import * as z from "zod";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import {
  type ChainRow,
  findChain,
  findSealAt,
  listChanges,
  listInserted,
  listSealsToCheck,
} from "#src/platform/events/chain-store.ts";
import { chainMac } from "#src/platform/events/event-chain.ts";
import { findSealKey, type SealKey } from "#src/platform/events/seal-key.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { auditCheckEnded, auditCheckStarted } from "../events.ts";
import { CHAIN_ERRORS, CHECKS_LISTED, type ChainCheck } from "./chain-contract.ts";
import { type ChainProblem, PROBLEMS_LISTED_MAX } from "./check-rules.ts";
import { checkSeals } from "./check-seals.ts";
import {
  type CheckRow,
  findCheck,
  findRunningCheck,
  insertCheck,
  listChecks,
  lockRunningCheck,
  purgeChecks,
  updateCheck,
} from "./check-store.ts";

const CHECKED_ROWS = 1000;
const CHECK_DAYS_KEPT = 365;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

const oneCheck = z.object({ id: z.string() });

export const chainCheckJob: JobType<z.output<typeof oneCheck>> = {
  name: "audit.check",
  class: "bulk",
  data: oneCheck,
};

export async function getChain({ db }: StaffCtx) {
  const chain = await findChain(db);
  const checks = (await listChecks(db, CHECKS_LISTED)).map(toCheck);
  if (!chain) return { began_at: null, sealed_until: null, head: null, purged: 0, checks };
  const { began_at, sealed_until, head_position, head_hash, start_position } = chain;
  return {
    began_at,
    sealed_until,
    head: head_position === 0 ? null : { position: head_position, hash: head_hash },
    purged: start_position,
    checks,
  };
}

export async function getCheck({ db }: StaffCtx, { id }: { id: string }): Promise<ChainCheck> {
  const row = isId(id) ? await findCheck(db, id) : undefined;
  if (!row) throw failure(CHAIN_ERRORS, "CHECK_NOT_FOUND");
  return toCheck(row);
}

/** Starts a check. While one runs, it's the one that everyone gets. */
export async function startCheck(
  ctx: StaffCtx,
  { known }: { known?: { position: number; hash: string } | undefined },
): Promise<ChainCheck> {
  return ctx.write(async (ctx) => {
    const running = known ? undefined : await findRunningCheck(ctx.db);
    if (running) return toCheck(running);
    const chain = await findChain(ctx.db);
    if (!chain || chain.head_position === 0) throw failure(CHAIN_ERRORS, "NOTHING_SEALED");
    const row = await insertCheck(ctx.db, {
      id: ctx.newId(),
      started_at: ctx.now().toISOString(),
      position: chain.start_position,
      hash: chain.start_hash,
      event: chain.start_event,
      total: chain.head_position - chain.start_position,
      problems: [],
      known_position: known?.position ?? null,
      known_hash: known?.hash ?? null,
    });
    await ctx.enqueue(chainCheckJob, { id: row.id });
    await ctx.announce(auditCheckStarted, { account: INSTANCE, subject: row.id, payload: {} });
    return toCheck(row);
  });
}

/** Goes on where it was after a kill. */
export async function runCheck(platform: Platform, { id }: { id: string }): Promise<void> {
  const key = await findSealKey(platform);
  let isOver = false;
  while (!isOver) {
    platform.abortSignal.throwIfAborted();
    isOver = await platform.write((ctx) => checkSome(ctx, id, key));
  }
}

async function checkSome(ctx: Platform, id: string, key: SealKey | undefined): Promise<boolean> {
  const row = await lockRunningCheck(ctx.db, id);
  if (!row) return true;
  if (!key) return end(ctx, row, [atEnd(row)]);
  const seals = await listSealsToCheck(ctx.db, { after: row.position, most: CHECKED_ROWS });
  const recent =
    seals.length === 0
      ? []
      : await listChanges(
          ctx.db,
          seals.map(({ event_id }) => event_id),
        );
  const chain = await findChain(ctx.db);
  // Events were purged since the check began, with the seals up to there.
  if (chain && row.position < chain.start_position) {
    await updateCheck(ctx.db, id, {
      position: chain.start_position,
      hash: chain.start_hash,
      event: chain.start_event,
    });
    return false;
  }
  const { place, problems } = checkSeals(key, row, { seals, recent });
  const inserted =
    place.event === null || place.event === row.event
      ? []
      : await listInserted(ctx.db, { after: row.event ?? FIRST_ID, until: place.event });
  const found = [...problems, ...inserted.map(toInserted)];
  const checked = withProblems({ ...row, ...place, done: row.done + seals.length }, found);
  if (seals.length === CHECKED_ROWS) {
    await updateCheck(ctx.db, id, checked);
    return false;
  }
  return end(ctx, checked, await problemsAtEnd(ctx, { row: checked, chain, key }));
}

const toInserted = ({ id, name, time }: { id: string; name: string; time: string }): ChainProblem => {
  return { kind: "inserted", position: null, event_id: id, event: name, time };
};

const atEnd = ({ position }: Pick<CheckRow, "position">): ChainProblem => {
  return { kind: "end", position, event_id: null, event: null, time: null };
};

interface End {
  row: CheckRow;
  chain: ChainRow | undefined;
  key: SealKey;
}

/** Whether the chain ends where its row says, and has the hash that somebody wrote down. */
async function problemsAtEnd(ctx: Platform, { row, chain, key }: End): Promise<ChainProblem[]> {
  const isWhole =
    chain &&
    chainMac(key, chain) === chain.mac &&
    row.position === chain.head_position &&
    row.hash === chain.head_hash;
  const problems = isWhole ? [] : [atEnd(row)];
  const { known_position, known_hash } = row;
  if (known_position === null || (chain && known_position < chain.start_position)) return problems;
  const seal = await findSealAt(ctx.db, known_position);
  const hash = known_position === chain?.start_position ? chain.start_hash : seal?.hash;
  if (hash === known_hash) return problems;
  return [
    ...problems,
    { kind: "known", position: known_position, event_id: seal?.event_id ?? null, event: null, time: null },
  ];
}

function withProblems(row: CheckRow, found: readonly ChainProblem[]): CheckRow {
  return {
    ...row,
    problem_count: row.problem_count + found.length,
    problems: [...row.problems, ...found].slice(0, PROBLEMS_LISTED_MAX),
  };
}

async function end(ctx: Platform, row: CheckRow, found: readonly ChainProblem[]): Promise<boolean> {
  const ended = withProblems(row, found);
  await updateCheck(ctx.db, row.id, { ...ended, ended_at: ctx.now().toISOString() });
  const payload = { problems: ended.problem_count };
  await ctx.announce(auditCheckEnded, { account: INSTANCE, subject: row.id, payload });
  return true;
}

export async function purgeOldChecks({ db, now }: Platform): Promise<void> {
  await purgeChecks(db, addDays(now(), -CHECK_DAYS_KEPT));
}

function toCheck(row: CheckRow): ChainCheck {
  const { id, started_at, ended_at, done, total, problem_count, problems } = row;
  return { id, started_at, ended_at, done, total: Math.max(total, done), problem_count, problems };
}
