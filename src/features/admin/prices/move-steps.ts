/*
 * What follows from moves, by a job: everyone is told in a transaction with the note of it, and moved at the provider before
 * the note of that. Whatever a kill undoes is done again, and nothing else.
 */
import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { changePrices } from "#src/features/money/billing/price-changes.ts";
import { providerOf } from "#src/features/money/billing/providers.ts";
import { quoteFor } from "#src/features/money/entitlements/price-rules.ts";
import { findPrices } from "#src/features/money/entitlements/prices/prices.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { priceChanged, priceChangeTold, priceKept } from "./events.ts";
import { priceChangeMail, priceKeptMail } from "./mails.ts";
import {
  insertMoveAccount,
  listDueAccounts,
  listOpenMoves,
  listUntold,
  listUntoldOfEnd,
  lockMove,
  type MoveRow,
  updateKept,
  updateMoved,
} from "./move-store.ts";
import { NOTICE_DAYS } from "./rules.ts";

const BATCH_ROWS = 200;

export const followingJob: JobType<object> = { name: "prices.follow", class: "money", data: z.object({}) };

/** Goes on with all moves. Several at once do nothing twice. */
export async function followMoves(platform: Platform): Promise<void> {
  await tellOfEnds(platform);
  const failures: unknown[] = [];
  const lists = new Set<number>();
  for (const move of await listOpenMoves(platform.db)) {
    // Those who come to a list late go by its latest move.
    if (!lists.has(move.from_list)) await tellAll(platform, move);
    lists.add(move.from_list);
    const due = { move, kind: providerOf(platform).kind, now: platform.now().toISOString() };
    for (const account of await listDueAccounts(platform.db, due)) {
      platform.abortSignal.throwIfAborted();
      await moveAccount(platform, move, account).catch((error: unknown) => failures.push(error));
    }
  }
  // One that fails doesn't keep the others from being moved.
  if (failures.length > 0) throw failures[0];
}

async function tellAll(platform: Platform, move: MoveRow): Promise<void> {
  const wanted = { move, kind: providerOf(platform).kind, rows: BATCH_ROWS };
  for (;;) {
    const people = await listUntold(platform.db, wanted);
    for (const one of people) {
      platform.abortSignal.throwIfAborted();
      if (!(await tell(platform, move, one))) return;
    }
    if (people.length < BATCH_ROWS) return;
  }
}

/** False if it was called off meanwhile. */
async function tell(
  platform: Platform,
  { id, from_list, to_list, reason }: MoveRow,
  { account, units }: { account: string; units: number },
): Promise<boolean> {
  const [from, to] = [await findPrices(platform, from_list), await findPrices(platform, to_list)];
  const from_cents = quoteFor(from.tiers, units).total_cents;
  const to_cents = quoteFor(to.tiers, units).total_cents;
  return platform.write(async (ctx) => {
    const move = await lockMove(ctx.db, id);
    if (!move || move.canceled_at !== null) return false;
    const now = ctx.now();
    const noticed = to_cents > from_cents ? [move.moves_at, addDays(now, NOTICE_DAYS)] : [move.moves_at];
    const moves_at = noticed.sort().at(-1) as string;
    const row = { move: id, account, units, from_cents, to_cents, moves_at };
    if (!(await insertMoveAccount(ctx.db, { ...row, told_at: now.toISOString() }))) return true;
    const payload = { moves_at, reason };
    await ctx.announce(priceChangeTold, { account, subject: account, payload });
    const owner = await findPerson(ctx.db, account);
    const data = { move: id, account };
    if (owner) await enqueueMail(ctx, { mail: priceChangeMail, to: owner.email, data, account });
    return true;
  });
}

async function moveAccount(platform: Platform, move: MoveRow, account: string): Promise<void> {
  const prices = await findPrices(platform, move.to_list);
  if (!(await changePrices(platform, account, { from: move.from_list, prices }))) return;
  await platform.write(async (ctx) => {
    const moved = { move: move.id, account, moved_at: ctx.now().toISOString() };
    if (!(await updateMoved(ctx.db, moved))) return;
    await ctx.announce(priceChanged, { account, subject: account, payload: { reason: move.reason } });
  });
}

async function tellOfEnds(platform: Platform): Promise<void> {
  for (;;) {
    const people = await listUntoldOfEnd(platform.db, BATCH_ROWS);
    for (const { move, account } of people) {
      platform.abortSignal.throwIfAborted();
      await platform.write(async (ctx) => {
        const kept_at = ctx.now().toISOString();
        if (!(await updateKept(ctx.db, { move, account, kept_at }))) return;
        await ctx.announce(priceKept, { account, subject: account, payload: {} });
        const owner = await findPerson(ctx.db, account);
        const data = { move, account };
        if (owner) await enqueueMail(ctx, { mail: priceKeptMail, to: owner.email, data, account });
      });
    }
    if (people.length < BATCH_ROWS) return;
  }
}
