/* The sending accounts of a test's versions, by the addresses that people see. */
import { findOwnMailbox } from "#src/features/email/sending-accounts/sending-accounts.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { VariantRow } from "./store.ts";

async function addressOf(ctx: Ctx, mailbox_id: string | null): Promise<string> {
  return mailbox_id === null ? "" : ((await findOwnMailbox(ctx, mailbox_id))?.from_address ?? "");
}

/** Versions with the address of their own sending account. Empty for the campaign's, and for what isn't there. */
export async function withAddresses<Version extends { mailbox_id: string | null }>(
  ctx: Ctx,
  versions: readonly Version[],
): Promise<(Version & { from_address: string })[]> {
  const found = [];
  for (const version of versions)
    found.push({ ...version, from_address: await addressOf(ctx, version.mailbox_id) });
  return found;
}

/** The address of each version at the start: its own account's, or that of `sender`. */
export async function addressesAtStart(
  ctx: Ctx,
  versions: readonly VariantRow[],
  sender: string | null,
): Promise<Pick<VariantRow, "position" | "from_address">[]> {
  const usual = await addressOf(ctx, sender);
  const found = [];
  for (const { position, mailbox_id } of versions)
    found.push({ position, from_address: mailbox_id === null ? usual : await addressOf(ctx, mailbox_id) });
  return found;
}
