/*
 * The link in the e-mail of a message to many: it counts who followed it, and leads to the message's own target. A
 * link says whose message it is, and never where to go, so that nobody can lead others elsewhere with it.
 */
import * as z from "zod";
import { isMachineOpen, isScannerName } from "#src/features/email/delivery/tracking/machine-rules.ts";
import { isHandedOver } from "#src/features/identity/accounts/id-swap/id-swap.ts";
import { inAccount, NEWS_PATH } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import { TARGETS } from "./rules.ts";
import { findBroadcast, findMailTime, updateClicked } from "./store.ts";

const PURPOSE = "notifications.news-link";

const linkSchema = z.object({ id: z.string(), account: z.string(), at: z.iso.datetime() });

export function newsUrl(
  { vault, instance, now }: Platform,
  { id, account }: { id: string; account: string },
): string {
  const token = vault.seal(PURPOSE, JSON.stringify({ id, account, at: now().toISOString() }));
  return `${instance.publicUrl}${NEWS_PATH}${token}`;
}

interface LinkVisit {
  userAgent: string;
  isBot: boolean;
  /** Fetches no page; people's programs don't send it. */
  isHead: boolean;
}

/** Returns the path that the link leads to, or undefined if it isn't one of ours. */
export async function followNewsLink(
  platform: Platform,
  { token, template, visit }: { token: string; template: string; visit: LinkVisit },
): Promise<string | undefined> {
  const text = platform.vault.open(PURPOSE, token);
  const link = text === undefined ? undefined : linkSchema.safeParse(JSON.parse(text)).data;
  const row = link && (await findBroadcast(platform.db, link.id));
  if (!link || !row) return undefined;
  const { id, account } = link;
  const at = platform.now().toISOString();
  const isScanner = visit.isHead || visit.isBot || isScannerName(visit.userAgent);
  // The e-mail has just one link, so the signs of machines that open many are missing, and one sign is enough, as for opens.
  const handedOverAt = (await findMailTime(platform.db, { template, once: `${id} ${account}` })) ?? link.at;
  const isMachine = isMachineOpen({ handedOverAt, at, isScanner, isProxy: false });
  // The account's id may be somebody else's since.
  const isTheirs = !(await isHandedOver(platform.db, { id: account, since: new Date(link.at) }));
  if (!isMachine && isTheirs) await updateClicked(platform.db, { id, account, at });
  return inAccount(TARGETS[row.target].path, account);
}
