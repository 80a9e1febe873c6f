/* What comes back for good, whoever was written to and by what, and what it means for a mailbox that warms up. */
import type { Platform } from "#src/platform/context.ts";
import { countBounce, exceedsBounceRate, sentIn, warmUpLimit } from "./rules.ts";
import { pauseForReputation } from "./states.ts";
import { lockCounts, lockMailbox, type MailboxKey, updateCounts } from "./store.ts";

/** For whoever learns that an address is dead, from the server at once or later. Once for each e-mail. */
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

/** Somebody turned it on again: what came back before doesn't stop it at once. */
export async function resetBounces(platform: Platform, key: MailboxKey): Promise<void> {
  const counts = await lockCounts(platform.db, key);
  await updateCounts(platform.db, key, { ...counts, per_week: [], bounced: [] });
}
