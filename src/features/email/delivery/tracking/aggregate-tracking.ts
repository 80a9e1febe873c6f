/*
 * Opens and clicks of batches that keep only totals (email.md 5.10.19). Their links are the same for everyone, so a
 * machine is known only by what it says about itself: not by how soon it comes, nor by how many links it opens.
 */
import type { Platform } from "#src/platform/context.ts";
import { OPENED } from "../mail-tokens.ts";
import { listAggregateBatches, upsertClick, upsertOpen } from "./tracking-store.ts";

interface Shared {
  batch_id: string;
  link: number;
  isOf(account: string): boolean;
}

interface Signs {
  isScanner: boolean;
  country: string;
  device: string;
}

/** Follows a link or loads the picture for an unknown reader, and counts it. */
export async function followAggregateToken(
  { db }: Platform,
  { batch_id, link, isOf }: Shared,
  { isScanner: is_machine, country, device }: Signs,
): Promise<{ url: string } | "picture" | undefined> {
  const batch = (await listAggregateBatches(db, batch_id)).find(({ user_id }) => isOf(user_id));
  if (!batch) return undefined;
  const times = { sent_at: batch.sent_at, is_machine, country, device };
  if (link === OPENED) {
    await upsertOpen(db, batch, times);
    return "picture";
  }
  const url = batch.links[link];
  if (url === undefined) return undefined;
  await upsertClick(db, batch, { ...times, link });
  return { url };
}
