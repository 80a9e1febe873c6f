/*
 * Reports of a page beyond those that it takes in a day aren't kept, but counted: by reason, in memory, and stored every few
 * seconds. A flood leaves no row for each.
 */
import type { Platform } from "#src/platform/context.ts";
import { processLocal } from "#src/platform/process-local.ts";
import { isUrgent } from "./cases/case-rules.ts";
import { type Refused, updateRefused, upsertPurged } from "./store.ts";

const WRITE_EVERY_MS = 5_000;

export interface RefusedReports {
  note(report: Pick<Refused, "username" | "reason">): void;
  /** Stores the counts. What can't be stored now is stored the next time. */
  write(): Promise<void>;
  drain(): Promise<void>;
}

/** What this process has refused. Its timer doesn't keep the process alive. */
export const refusedReports = processLocal((platform: Platform): RefusedReports => {
  let counts = new Map<string, Refused>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function add({ username, reason, count }: Refused): void {
    const key = JSON.stringify([username, reason]);
    counts.set(key, { username, reason, count: (counts.get(key)?.count ?? 0) + count });
    timer ??= setTimeout(() => void write(), WRITE_EVERY_MS).unref();
  }

  async function writeAll(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // In the same order on every node, so that none waits for another.
    const taken = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, refused]) => refused);
    counts = new Map();
    if (taken.length === 0) return;
    try {
      await platform.write(async (ctx) => {
        await upsertPurged(ctx.db, ctx.now().toISOString().slice(0, 10), taken);
        await updateRefused(
          ctx.db,
          taken.map((refused) => ({ ...refused, is_urgent: isUrgent(refused.reason) })),
        );
      });
    } catch (error) {
      for (const refused of taken) add(refused);
      platform.log.warn({ err: error }, "refused reports are counted later");
    }
  }

  /** After one that's on its way, which may have begun too early. */
  function write(): Promise<void> {
    writing = writing.then(writeAll);
    return writing;
  }

  return {
    note: (report) => add({ ...report, count: 1 }),
    write,
    async drain() {
      await write();
      clearTimeout(timer);
    },
  };
});
