/*
 * Handles a subscription that someone paid for in a second tab: it's ended, its payment is refunded, and the
 * owner gets an e-mail. The one that was paid first stays.
 */
import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import type { Platform } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { paidTwice } from "./events.ts";
import { paidTwiceMail } from "./mails.ts";
import { providerOf } from "./providers.ts";
import type { DuplicateSubscription } from "./rules.ts";
import { insertEvent } from "./store.ts";

/** Ends a subscription that was paid for in a second tab. */
export const endDuplicateJob: JobType<{ account: string; subscription: string }> = {
  name: "subscriptions.end-extra",
  class: "money",
  data: z.object({ account: z.string(), subscription: z.string() }),
};

/** E-mails the owner once that they paid twice, and triggers the refund. */
export async function refundDuplicate(
  ctx: Platform,
  account: string,
  extra: DuplicateSubscription,
): Promise<void> {
  const { id, units, paid_cents: cents } = extra;
  const now = ctx.now().toISOString();
  const told = { id: `extra ${id}`, type: "paid_twice", created: now, received_at: now, processed_at: now };
  if (!(await insertEvent(ctx.db, { ...told, account }))) return;
  await ctx.announce(paidTwice, { account, subject: account, payload: { units, cents } });
  const owner = await findPerson(ctx.db, account);
  if (owner)
    await enqueueMail(ctx, { mail: paidTwiceMail, to: owner.email, account, data: { account, cents } });
  await ctx.enqueue(endDuplicateJob, { account, subscription: id });
}

export async function endDuplicate(
  platform: Platform,
  { subscription }: { subscription: string },
): Promise<void> {
  await providerOf(platform).endDuplicate(platform, subscription);
}
