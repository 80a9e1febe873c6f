import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  notExists,
  or,
  sql,
} from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import type { ProviderKind } from "#src/features/money/billing/rules.ts";
import { subscriptions } from "#src/features/money/billing/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import type { PriceMove } from "./contract.ts";
import { goesOnUnder, isRunning } from "./store.ts";
import { priceMoveAccounts, priceMoves } from "./tables.ts";

export type MoveRow = typeof priceMoves.$inferSelect;
export type MovedAccount = typeof priceMoveAccounts.$inferSelect;

const MOVES_LISTED = 50;

/** Lists the latest moves, newest first, with how far they are. */
export async function listMoves(db: Db): Promise<PriceMove[]> {
  const { id, from_list, to_list, moves_at, made_at, reason, canceled_at } = priceMoves;
  return db
    .select({
      id,
      from_list,
      to_list,
      moves_at,
      made_at,
      by: user.name,
      reason,
      canceled_at,
      told: count(priceMoveAccounts.account),
      moved: count(priceMoveAccounts.moved_at),
    })
    .from(priceMoves)
    .leftJoin(user, eq(user.id, priceMoves.made_by))
    .leftJoin(priceMoveAccounts, eq(priceMoveAccounts.move, id))
    .groupBy(id, user.name)
    .orderBy(desc(id))
    .limit(MOVES_LISTED);
}

export async function findMove(db: Db, id: string): Promise<MoveRow | undefined> {
  const [row] = await db.select().from(priceMoves).where(eq(priceMoves.id, id));
  return row;
}

/** Locks it against being called off meanwhile. */
export async function lockMove(db: Db, id: string): Promise<MoveRow | undefined> {
  const [row] = await db.select().from(priceMoves).where(eq(priceMoves.id, id)).for("update");
  return row;
}

/** Finds the move of a list's subscribers that's still to come. */
export async function findPlannedMove(
  db: Db,
  { from_list, now }: { from_list: number; now: string },
): Promise<MoveRow | undefined> {
  const { from_list: list, canceled_at, moves_at } = priceMoves;
  const [row] = await db
    .select()
    .from(priceMoves)
    .where(and(eq(list, from_list), isNull(canceled_at), gt(moves_at, now)));
  return row;
}

export async function insertMove(db: Db, row: typeof priceMoves.$inferInsert): Promise<void> {
  await db.insert(priceMoves).values(row);
}

export async function updateMoveCanceled(
  db: Db,
  { id, ...changes }: Pick<MoveRow, "id" | "canceled_at" | "canceled_by">,
): Promise<void> {
  await db.update(priceMoves).set(changes).where(eq(priceMoves.id, id));
}

/** Lists moves that weren't called off, newest first. Each goes on for those who come to its list late. */
export function listOpenMoves(db: Db): Promise<MoveRow[]> {
  return db.select().from(priceMoves).where(isNull(priceMoves.canceled_at)).orderBy(desc(priceMoves.id));
}

/**
 * Lists some of those under the move's list who haven't been told and go on. Whoever was told late of an earlier one goes by
 * that, on a day that may be after this one was planned.
 */
export function listUntold(
  db: Db,
  { move, kind, rows }: { move: MoveRow; kind: ProviderKind; rows: number },
) {
  const { account, units } = subscriptions;
  const told = db
    .select({ one: sql`1` })
    .from(priceMoveAccounts)
    .innerJoin(priceMoves, eq(priceMoves.id, priceMoveAccounts.move))
    .where(
      and(
        eq(priceMoveAccounts.account, account),
        eq(priceMoves.from_list, move.from_list),
        or(
          eq(priceMoves.id, move.id),
          and(isNull(priceMoveAccounts.moved_at), isNull(priceMoves.canceled_at)),
        ),
      ),
    );
  return db
    .select({ account, units })
    .from(subscriptions)
    .where(and(goesOnUnder({ kind, number: move.from_list }), notExists(told)))
    .orderBy(asc(account))
    .limit(rows);
}

/** False if they were told before. */
export async function insertMoveAccount(
  db: Db,
  row: typeof priceMoveAccounts.$inferInsert,
): Promise<boolean> {
  const rows = await db
    .insert(priceMoveAccounts)
    .values(row)
    .onConflictDoNothing()
    .returning({ account: priceMoveAccounts.account });
  return rows.length > 0;
}

export async function findMoveAccount(
  db: Db,
  { move, account }: Pick<MovedAccount, "move" | "account">,
): Promise<MovedAccount | undefined> {
  const [row] = await db
    .select()
    .from(priceMoveAccounts)
    .where(and(eq(priceMoveAccounts.move, move), eq(priceMoveAccounts.account, account)));
  return row;
}

/** Finds the move that an account under a list was told of and that's still to come, the earliest first. */
export async function findComingMove(
  db: Db,
  { account, price_list }: { account: string; price_list: number },
): Promise<{ to_list: number; moves_at: string } | undefined> {
  const [row] = await db
    .select({ to_list: priceMoves.to_list, moves_at: priceMoveAccounts.moves_at })
    .from(priceMoveAccounts)
    .innerJoin(priceMoves, eq(priceMoves.id, priceMoveAccounts.move))
    .where(
      and(
        eq(priceMoveAccounts.account, account),
        isNull(priceMoveAccounts.moved_at),
        isNull(priceMoves.canceled_at),
        eq(priceMoves.from_list, price_list),
      ),
    )
    .orderBy(asc(priceMoveAccounts.moves_at))
    .limit(1);
  return row;
}

/** Lists those whose day has come, also if only the note of it is missing. */
export async function listDueAccounts(
  db: Db,
  { move, kind, now }: { move: MoveRow; kind: ProviderKind; now: string },
): Promise<string[]> {
  const { account, moves_at, moved_at } = priceMoveAccounts;
  const rows = await db
    .select({ account })
    .from(priceMoveAccounts)
    .innerJoin(subscriptions, eq(subscriptions.account, account))
    .where(
      and(
        eq(priceMoveAccounts.move, move.id),
        isNull(moved_at),
        lte(moves_at, now),
        isRunning(kind),
        inArray(subscriptions.price_list, [move.from_list, move.to_list]),
      ),
    )
    .orderBy(asc(account));
  return rows.map((row) => row.account);
}

/** False if it was noted before. */
export async function updateMoved(
  db: Db,
  { move, account, moved_at }: Pick<MovedAccount, "move" | "account" | "moved_at">,
): Promise<boolean> {
  const rows = await db
    .update(priceMoveAccounts)
    .set({ moved_at })
    .where(
      and(
        eq(priceMoveAccounts.move, move),
        eq(priceMoveAccounts.account, account),
        isNull(priceMoveAccounts.moved_at),
      ),
    )
    .returning({ account: priceMoveAccounts.account });
  return rows.length > 0;
}

/** Lists some of those who were told of what was called off since, and don't know it yet. */
export function listUntoldOfEnd(db: Db, rows: number) {
  const { move, account } = priceMoveAccounts;
  return db
    .select({ move, account })
    .from(priceMoveAccounts)
    .innerJoin(priceMoves, eq(priceMoves.id, move))
    .where(
      and(
        isNotNull(priceMoves.canceled_at),
        isNull(priceMoveAccounts.kept_at),
        isNull(priceMoveAccounts.moved_at),
      ),
    )
    .limit(rows);
}

/** False if it was noted before. */
export async function updateKept(
  db: Db,
  { move, account, kept_at }: Pick<MovedAccount, "move" | "account" | "kept_at">,
): Promise<boolean> {
  const rows = await db
    .update(priceMoveAccounts)
    .set({ kept_at })
    .where(
      and(
        eq(priceMoveAccounts.move, move),
        eq(priceMoveAccounts.account, account),
        isNull(priceMoveAccounts.kept_at),
      ),
    )
    .returning({ account: priceMoveAccounts.account });
  return rows.length > 0;
}
