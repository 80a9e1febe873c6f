import { addDays } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { KEPT_DAYS } from "./rules.ts";
import { purgeRequests } from "./store.ts";

/** Deletes requests that nobody has to answer and nobody has written to for a year. */
export async function purgeOldRequests({ db, now }: Platform): Promise<void> {
  await purgeRequests(db, addDays(now(), -KEPT_DAYS));
}
