/* Counts hard bounces of any e-mail, and pauses a sending account that warms up with too many. */
import type { Platform } from "#src/platform/context.ts";
import { countBounce, exceedsBounceRate, sentIn, warmUpLimit } from "./rules.ts";
import { pauseForReputation } from "./states.ts";
import { lockCounts, lockMailbox, type MailboxKey, updateCounts } from "./store.ts";

/** Called once for each e-mail whose address turns out to be dead, immediately or later. */
export function recordBounce(platform: Platform, key: MailboxKey): Promise<void> {
  return platform.write(async (ctx) => {
    const row = await lockMailbox(ctx.db, key);
    const now = ctx.now();
    if (!row || warmUpLimit(row.warm_up_since, now) === null) return;
    const counts = countBounce(await lockCounts(ctx.db, key), now);
    await updateCounts(ctx.db, key, counts);
    const [bounced, sent] = [sentIn(counts, "bounced", now), sentIn(counts, "per_week", now)];
    if (exceedsBounceRate(bounced, sent))
      await pauseForReputation(
        ctx,
        key,
        `${bounced} of the last ${Math.max(sent, bounced).toLocaleString("en-US")} e-mails came back.`,
      );
  });
}

/** Called when someone enables it again, so that earlier bounces don't stop it at once. */
export async function resetBounces(platform: Platform, key: MailboxKey): Promise<void> {
  const counts = await lockCounts(platform.db, key);
  await updateCounts(platform.db, key, { ...counts, per_week: [], bounced: [] });
}
