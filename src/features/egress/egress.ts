/*
 * What serving an account's pages takes: counted where the work is done, in memory, and written once a minute, never in a
 * visitor's way. Who does the work notes it; what it is taken to cost stands in `rules.ts`.
 */
import { failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { EGRESS_ERRORS } from "./contract.ts";
import { OPERATION_TYPES, type OperationType } from "./rules.ts";
import { deleteEgressBefore, type EgressRow, insertEgress, sumEgress } from "./store.ts";

export interface EgressAmount {
  transferred?: number;
  saved?: number;
  /** How many pieces of work this is; 1 when left out. */
  count?: number;
}

export interface Egress {
  /** Adds to the account's figures. Work that no account is known for is left out, with a warning (spec §7). */
  note(account: string | undefined, type: OperationType, amount: EgressAmount): void;
  /** `collect` is called before each writing, for figures that are gathered elsewhere. */
  onCollect(collect: () => void): void;
  /** Writes what has been noted. Figures that cannot be written are kept for the next time. */
  write(): Promise<void>;
  /** Writes for the last time. */
  drain(): Promise<void>;
}

type Figures = Record<"transferred" | "saved" | "count", number>;
type AccountFigures = Partial<Record<OperationType, Figures>>;

const WRITE_EVERY_MS = 60_000;
const ROWS_MAX = 1000;
const PERIOD_DAYS = 30;
/** A year and some: enough to compare a month with the one of last year. */
const KEPT_DAYS = 400;

/** Counts for one process; a timer that holds nobody back writes. */
export function createEgress(platform: Platform): Egress {
  const collectors: (() => void)[] = [];
  let accounts = new Map<string, AccountFigures>();
  /** Made once with their ids, so that a second attempt cannot count twice. */
  let unwritten: EgressRow[] = [];
  let unknown = 0;
  let writing: Promise<void> | undefined;

  function takeRows(): EgressRow[] {
    const created_at = platform.now().toISOString();
    const rows = [...accounts].flatMap(([user_id, figures]) =>
      OPERATION_TYPES.flatMap((operation_type): EgressRow[] => {
        const sum = figures[operation_type];
        if (!sum) return [];
        return [
          {
            id: platform.newId(),
            user_id,
            operation_type,
            bytes_transferred: sum.transferred,
            bytes_saved: sum.saved,
            metadata: { count: sum.count },
            created_at,
          },
        ];
      }),
    );
    accounts = new Map();
    return rows;
  }

  async function writeRows(): Promise<void> {
    while (unwritten.length > 0) {
      await insertEgress(platform.db, unwritten.slice(0, ROWS_MAX));
      unwritten = unwritten.slice(ROWS_MAX);
    }
  }

  async function writeAll(): Promise<void> {
    for (const collect of collectors) collect();
    if (unknown > 0) platform.log.warn({ count: unknown }, "egress without an account is not tracked");
    unknown = 0;
    try {
      await writeRows();
      unwritten = takeRows();
      await writeRows();
    } catch (error) {
      platform.log.warn({ err: error }, "egress is written later");
    }
  }

  function write(): Promise<void> {
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  const timer = setInterval(() => void write(), WRITE_EVERY_MS).unref();
  return {
    note(account, type, { transferred = 0, saved = 0, count = 1 }) {
      if (!account) {
        unknown += count;
        return;
      }
      const figures: AccountFigures = accounts.get(account) ?? {};
      accounts.set(account, figures);
      figures[type] ??= { transferred: 0, saved: 0, count: 0 };
      figures[type].transferred += transferred;
      figures[type].saved += saved;
      figures[type].count += count;
    },
    onCollect: (collect) => void collectors.push(collect),
    write,
    async drain() {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}

/** The account's sums of a period, by kind. */
export async function readEgress(ctx: Ctx, period: { from?: string | undefined; to?: string | undefined }) {
  const to = period.to === undefined ? ctx.now() : readTime(period.to);
  const from = period.from === undefined ? new Date(addDays(to, -PERIOD_DAYS)) : readTime(period.from);
  if (from >= to) throw failure(EGRESS_ERRORS, "PERIOD_INVALID");
  const span = { from: from.toISOString(), to: to.toISOString() };
  return { ...span, items: await sumEgress(ctx.db, { account: ctx.account, ...span }) };
}

function readTime(text: string): Date {
  const time = new Date(text);
  const year = time.getUTCFullYear();
  // What JavaScript reads as a date may lie beyond what the database can.
  if (!(year >= 1 && year <= 9999)) throw failure(EGRESS_ERRORS, "PERIOD_INVALID");
  return time;
}

/** Throws away figures that nobody compares with any more. */
export async function purgeEgress({ db, now }: Platform): Promise<void> {
  await deleteEgressBefore(db, addDays(now(), -KEPT_DAYS));
}
