/*
 * Opens and clicks of campaigns that count only totals (email.md 5.10.19). Their links are the same for
 * everyone, so a machine is recognized only by its user agent: not by its speed, nor by how many links it
 * opens.
 */

import { OPENED } from "#src/features/email/delivery/tracking/tokens.ts";
import type { Platform } from "#src/platform/context.ts";
import { listAggregateCampaigns, upsertClick, upsertOpen } from "./tracking-store.ts";

interface Shared {
  campaign_id: string;
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
  { campaign_id, link, isOf }: Shared,
  { isScanner: is_machine, country, device }: Signs,
): Promise<{ url: string } | "picture" | undefined> {
  const campaign = (await listAggregateCampaigns(db, campaign_id)).find(({ user_id }) => isOf(user_id));
  if (!campaign) return undefined;
  const times = { sent_at: campaign.sent_at, is_machine, country, device };
  if (link === OPENED) {
    await upsertOpen(db, campaign, times);
    return "picture";
  }
  const url = campaign.links[link];
  if (url === undefined) return undefined;
  await upsertClick(db, campaign, { ...times, link });
  return { url };
}
