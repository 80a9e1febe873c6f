/* Whom a reminder would reach, without sending anything. */

import { planLimitsOf } from "#src/features/money/entitlements/entitlements.ts";
import type { Platform } from "#src/platform/context.ts";
import { filterTrue } from "./conditions.ts";
import { findStretch } from "./conditions-store.ts";
import type { Settings } from "./contract.ts";
import { listDue } from "./due-store.ts";
import { type ReminderName, SAMPLE_ROWS } from "./rules.ts";

const STRETCH_ROWS = 20_000;
/** Whoever asks waits for it. */
const COUNTED_MS = 4000;

interface ReachQuestion extends Pick<Settings, "delay_days" | "channels"> {
  rule: ReminderName;
}

/** Goes through all accounts by stretches, until there are none left or it takes too long. */
export async function countReach(platform: Platform, { rule, delay_days, channels }: ReachQuestion) {
  // For as long as it takes, which isn't a time of the product.
  const started = performance.now();
  const settings = { delay_days, channels, repeat_days: null, times_max: 1 };
  const sample: string[] = [];
  let count = 0;
  let after = "";
  while (performance.now() - started < COUNTED_MS) {
    const stretch = await findStretch(platform.db, { rule, after, rows: STRETCH_ROWS });
    if (!stretch) return { count, sample, is_complete: true };
    const now = platform.now();
    const due = await listDue(platform.db, {
      ...stretch,
      rule,
      settings,
      now,
      limits: planLimitsOf(platform),
      byClock: false,
      most: STRETCH_ROWS,
    });
    const reached = await filterTrue(platform, rule, due);
    count += reached.length;
    for (const { email } of reached.slice(0, SAMPLE_ROWS - sample.length)) sample.push(email);
    after = due.length < STRETCH_ROWS ? stretch.last : (due.at(-1)?.account ?? stretch.last);
  }
  return { count, sample, is_complete: false };
}
