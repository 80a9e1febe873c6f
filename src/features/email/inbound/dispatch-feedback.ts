/* What came back is about a campaign's message, or about one that a program sent. */
import { type Feedback, type FeedbackResult, recordFeedback } from "#src/features/email/delivery/delivery.ts";
import { recordMailFeedback } from "#src/features/email/transactional/transactional.ts";
import type { Platform } from "#src/platform/context.ts";

/** Records it. Undefined if it's about nothing that this account sent. */
export async function dispatchFeedback(
  ctx: Platform,
  given: Feedback,
): Promise<{ campaign?: FeedbackResult } | undefined> {
  const campaign = await recordFeedback(ctx, given);
  if (campaign) return { campaign };
  return (await recordMailFeedback(ctx, given)) ? {} : undefined;
}
