import { pathOf } from "#src/lib/endpoint-path.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { accountDataContract } from "./contract.ts";
import { EXPORT_DAYS } from "./rules.ts";

type Parts = Pick<Platform, "vault" | "now">;

const purposeOf = (account: string) => `account-data.export ${account}`;

/** Creates the link to an account's export, and its expiry. Nothing about the link is stored. */
export function exportLink({ vault, now }: Parts, account: string) {
  const expires_at = addDays(now(), EXPORT_DAYS);
  const token = vault.seal(purposeOf(account), expires_at);
  return { url: pathOf(accountDataContract.download, { token }), expires_at };
}

/** True if the token is from one of this account's links and hasn't expired. */
export function isExportLink(
  { vault, now }: Parts,
  { account, token }: { account: string; token: string },
): boolean {
  const expires = vault.open(purposeOf(account), token);
  return expires !== undefined && expires > now().toISOString();
}
