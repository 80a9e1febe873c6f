/* What came back is about a campaign's message, or about one that a program sent. */
import { noteReturn, type Return, type Returned } from "#src/features/campaigns/campaigns.ts";
import { noteMailReturn } from "#src/features/mails/mails.ts";
import type { Platform } from "#src/platform/context.ts";

/** Notes it. Undefined if it's about nothing that this account sent. */
export async function noteAnyReturn(
  ctx: Platform,
  given: Return,
): Promise<{ campaign?: Returned } | undefined> {
  const campaign = await noteReturn(ctx, given);
  if (campaign) return { campaign };
  return (await noteMailReturn(ctx, given)) ? {} : undefined;
}
