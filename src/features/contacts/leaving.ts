import { isId } from "#src/lib/endpoint.ts";
import type { Platform } from "#src/platform/context.ts";
import { suppress } from "./contacts.ts";
import { findContactRow } from "./store.ts";
import { isProven, namedBy } from "./tokens.ts";

/** Unsubscribes whom a token of this account names, wherever it came back. False if it isn't one. */
export async function unsubscribeByToken(
  platform: Platform,
  { account, token }: { account: string; token: string },
): Promise<boolean> {
  const named = namedBy(token);
  if (!named || !isId(named.contact_id) || !isProven(platform, account, named.bytes)) return false;
  const contact = await findContactRow(platform.db, { account, id: named.contact_id });
  const campaign_id = named.campaign ?? undefined;
  if (contact)
    await suppress(platform, { account, email: contact.email, reason: "unsubscribe", campaign_id });
  return true;
}
