/* The marketing overview: the number of fans, what they get, and whether it arrives. Reads other slices'
   data. */
import { listMailboxes } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Overview } from "./contract.ts";
import { countFans, countMail } from "./store.ts";

const WEEK_DAYS = 7;
const NO_MAIL: Overview["mail"] = {
  sent_this_week: 0,
  replies_this_week: 0,
  waiting: 0,
  drafts: 0,
  scheduled: 0,
  stopped: 0,
  templates: 0,
  sequences: 0,
};

export async function getOverview(ctx: Ctx): Promise<Overview> {
  const { account, profileIds } = ctx;
  const week = { account, profileIds, since: addDays(ctx.now(), -WEEK_DAYS) };
  const fans = await countFans(ctx.db, week);
  // Sending is about the whole account.
  if (profileIds !== null) return { fans, mail: NO_MAIL, accounts: [] };
  const { items } = await listMailboxes(ctx);
  return {
    fans,
    mail: await countMail(ctx.db, week),
    accounts: items.map(({ id, from_address, may_today, ...one }) => ({
      id,
      address: from_address,
      state: one.state,
      is_proven: one.is_proven,
      sent_today: one.sent_today,
      day_limit: may_today,
      last_error: one.last_error,
    })),
  };
}
