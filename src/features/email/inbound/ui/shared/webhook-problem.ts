import type { ProviderWebhook } from "#src/features/email/inbound/provider-webhook-contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";

/** What's wrong with what a provider last reported, if anything. */
export function webhookProblem({ taken_at, refused_at, refusal }: ProviderWebhook): string | undefined {
  if (refused_at === null || (taken_at !== null && refused_at <= taken_at)) return undefined;
  return `The report of ${formatDateTime(refused_at)} couldn’t be used. ${refusal}`;
}
