/*
 * The bandwidth of an account's pages: counted in memory where they're served, and written once a minute,
 * never while a visitor waits. Code that serves them calls `note`; `rules.ts` has the assumed costs.
 */
import { failure } from "#src/lib/errors.ts";
import { OPERATION_TYPES } from "#src/lib/operation-types.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { EGRESS_ERRORS } from "./contract.ts";
import {
  deleteEgressBefore,
  deleteEgressOfNobody,
  type EgressRow,
  insertEgress,
  listEgressSums,
} from "./store.ts";

export interface EgressWriter {
  /** Writes the collected figures. Figures that can't be written are retried the next time. */
  write(): Promise<void>;
  drain(): Promise<void>;
}

const WRITE_EVERY_MS = 60_000;
const ROWS_MAX = 1000;
const PERIOD_DAYS = 30;
/** Slightly over a year, to compare a month with the same month last year. */
const KEPT_DAYS = 400;

/** Writes once a minute, with a timer that doesn't keep the process alive. */
export function startEgressWriter(platform: Platform): EgressWriter {
  /** Created once with their ids, so that a second attempt can't count twice. */
  let unwritten: EgressRow[] = [];
  let writing: Promise<void> | undefined;

  async function writeRows(): Promise<void> {
    while (unwritten.length > 0) {
      await insertEgress(platform.db, unwritten.slice(0, ROWS_MAX));
      unwritten = unwritten.slice(ROWS_MAX);
    }
  }

  async function writeAll(): Promise<void> {
    try {
      await writeRows();
      unwritten = takeRows(platform);
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
    write,
    async drain() {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}

function takeRows(platform: Platform): EgressRow[] {
  const { accounts, unknown } = platform.egress.take();
  if (unknown > 0) platform.log.warn({ count: unknown }, "egress without an account is not tracked");
  const created_at = platform.now().toISOString();
  return [...accounts].flatMap(([user_id, figures]) =>
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
}

export async function getEgress(ctx: Ctx, period: { from?: string | undefined; to?: string | undefined }) {
  const to = period.to === undefined ? ctx.now() : parseTime(period.to);
  const from = parseTime(period.from ?? addDays(to, -PERIOD_DAYS));
  if (from >= to) throw failure(EGRESS_ERRORS, "PERIOD_INVALID");
  const span = { from: from.toISOString(), to: to.toISOString() };
  return { ...span, items: await listEgressSums(ctx.db, { account: ctx.account, ...span }) };
}

function parseTime(text: string): Date {
  const time = new Date(text);
  const year = time.getUTCFullYear();
  // JavaScript accepts dates that the database doesn't.
  if (!(year >= 1 && year <= 9999)) throw failure(EGRESS_ERRORS, "PERIOD_INVALID");
  return time;
}

/** Deletes figures too old for comparisons, and those of deleted accounts. */
export async function purgeEgress({ db, now }: Platform): Promise<void> {
  await deleteEgressOfNobody(db);
  await deleteEgressBefore(db, addDays(now(), -KEPT_DAYS));
}
