/* Routes feedback to the campaign's message, or to the transactional one, that it's about. */
import {
  type Feedback,
  type FeedbackResult,
  recordFeedback,
} from "#src/features/email/campaigns/campaigns.ts";
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
