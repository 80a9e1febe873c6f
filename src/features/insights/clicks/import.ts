/*
 * Past events, from another service or made up for the demo. The recorder counts new events as it stores
 * them; here everything is stored first and counted once.
 */
import type { Platform } from "#src/platform/context.ts";
import { insertEvents, type PastEvent } from "./import-store.ts";
import { rebuildRollups } from "./rollups.ts";
import { clicksRecorded } from "./signals.ts";
import { KnownTexts } from "./visit-texts.ts";

export type { PastEvent } from "./import-store.ts";

const BATCH_ROWS = 2000;
/** Stores and counts a profile's past events in the caller's transaction; existing ids count once. */
export async function importEvents(
  ctx: Platform,
  profileId: string,
  events: readonly PastEvent[],
): Promise<void> {
  if (events.length === 0) return;
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  const known = new KnownTexts();
  for (let start = 0; start < events.length; start += BATCH_ROWS) {
    const batch = events.slice(start, start + BATCH_ROWS);
    for (const { at } of batch) [from, to] = [Math.min(from, at), Math.max(to, at + 1)];
    const texts = known.unknownOf(batch);
    await insertEvents(ctx.db, batch, texts);
    known.add(texts);
  }
  await rebuildRollups(ctx.db, profileId, { from: new Date(from), to: new Date(to) });
  await ctx.invalidate(clicksRecorded, { profile_ids: [profileId] });
}
