import type { ProviderWebhook } from "#src/features/email/inbound/provider-webhook-contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";

/** Describes the problem with a provider's last request, if there is one. */
export function webhookProblem({ taken_at, refused_at, refusal }: ProviderWebhook): string | undefined {
  if (refused_at === null || (taken_at !== null && refused_at <= taken_at)) return undefined;
  return `The report of ${formatDateTime(refused_at)} couldn’t be used. ${refusal}`;
}
