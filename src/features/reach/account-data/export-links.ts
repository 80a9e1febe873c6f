import * as z from "zod";
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

const mergedPurpose = (target: string) => `account-data.merged-export ${target}`;
const merged = z.object({ source: z.string(), due_at: z.string() });

/** Creates the link to an account that was merged into another one, for that one's owner. It works until it's deleted. */
export function mergedExportLink(
  { vault }: Parts,
  { source, target, due_at }: { source: string; target: string; due_at: string },
): string {
  const token = vault.seal(mergedPurpose(target), JSON.stringify({ source, due_at }));
  return pathOf(accountDataContract.downloadMerged, { token });
}

/** Returns what a link is to, if it's this account's and hasn't expired. */
export function openMergedExportLink(
  { vault, now }: Parts,
  { target, token }: { target: string; token: string },
): z.output<typeof merged> | undefined {
  const text = vault.open(mergedPurpose(target), token);
  const found = text === undefined ? undefined : merged.parse(JSON.parse(text));
  return found && found.due_at > now().toISOString() ? found : undefined;
}
