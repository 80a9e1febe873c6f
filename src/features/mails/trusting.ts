/* When an account isn't new to sending anymore: here, because campaigns' messages and programs' count alike. */
import { trustAccount } from "#src/features/mailboxes/mailboxes.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { earnsTrust, TRUST_DAYS } from "./rules.ts";
import { listProbations } from "./trust-store.ts";

/** Lets accounts send more that have sent for long enough with hardly any complaints (5.10.17). Every hour. */
export async function judgeNewAccounts(platform: Platform): Promise<void> {
  const begun = addDays(platform.now(), -TRUST_DAYS);
  for (const { account, ...record } of await listProbations(platform.db, { before: begun, since: begun }))
    if (earnsTrust(record)) await trustAccount(platform, account);
}
