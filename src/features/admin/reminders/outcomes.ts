/* Whether people did what they were reminded of: whether it isn't true anymore within a week. */
import type { Platform } from "#src/platform/context.ts";
import { keyOf, listStillTrue } from "./conditions.ts";
import { REMINDER_NAMES, type ReminderName } from "./rules.ts";
import { listWatched, updateWatched } from "./store.ts";

const BATCH_ROWS = 500;

export async function recordOutcomes(platform: Platform): Promise<void> {
  for (const rule of REMINDER_NAMES) {
    let after: string | undefined = "";
    while (after !== undefined) {
      platform.abortSignal.throwIfAborted();
      after = await recordSome(platform, rule, after);
    }
  }
}

/** Returns the last account, or undefined once there's none left. */
async function recordSome(
  platform: Platform,
  rule: ReminderName,
  after: string,
): Promise<string | undefined> {
  const watched = await listWatched(platform.db, { rule, after, most: BATCH_ROWS });
  if (watched.length === 0) return undefined;
  const isTrue = await listStillTrue(platform, rule, watched);
  await platform.write((ctx) =>
    updateWatched(ctx.db, {
      rule,
      done: watched.filter((one) => !isTrue.has(keyOf(one))),
      accounts: watched.map(({ account }) => account),
      now: ctx.now().toISOString(),
    }),
  );
  return watched.at(-1)?.account;
}
