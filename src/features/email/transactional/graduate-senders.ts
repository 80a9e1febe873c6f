/* Decides when an account is no longer new to sending: here, because campaigns and transactional e-mail
   both count. */
import { endProbation } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { listProbations } from "./graduate-senders-store.ts";
import { endsProbation, PROBATION_DAYS } from "./rules.ts";

/**
 * Ends the probation of accounts that have sent for long enough with hardly any complaints (5.10.17). Every
 * hour.
 */
export async function graduateSenders(platform: Platform): Promise<void> {
  const begun = addDays(platform.now(), -PROBATION_DAYS);
  for (const { account, ...record } of await listProbations(platform.db, { before: begun, since: begun }))
    if (endsProbation(record)) await endProbation(platform, account);
}
