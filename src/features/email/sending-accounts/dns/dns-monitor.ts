/*
 * Hourly checks of the records of senders' domains, because people who move a domain to another provider
 * easily forget the key's record. Once it's gone, nothing is signed, because a signature that can't be
 * verified counts against the sender.
 */
import * as z from "zod";
import { type Platform, systemCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { hasDkimKey } from "../credentials/credentials.ts";
import { mailboxDnsLost } from "../events.ts";
import { findMailbox, listMailboxesWithDkim, lockMailbox, updateMailboxRow } from "../store.ts";
import { nextDnsStates } from "./dkim-rules.ts";
import { lookUpDns, statesOf } from "./dns.ts";

const oneMailbox = z.object({ account: z.string(), id: z.string(), is_second: z.boolean() });

/** The next check is in an hour anyway, so a failed one isn't retried. */
export const dnsMonitorJob: JobType<z.output<typeof oneMailbox>> = {
  name: "mailboxes.watch-dns",
  class: "calls",
  data: oneMailbox,
  retries: 0,
};

const PAGE_ROWS = 500;
/** Providers drop records for a moment while they update them. */
const SECOND_LOOK_SECONDS = 60 * 60;

/** Starts a check for every sending account with a key. */
export async function monitorAllDns(platform: Platform): Promise<void> {
  let after: { account: string; id: string } | undefined;
  do {
    const page = await listMailboxesWithDkim(platform.db, { after, rows: PAGE_ROWS });
    for (const key of page) await watchLater(platform, { ...key, is_second: false });
    after = page.length === PAGE_ROWS ? page.at(-1) : undefined;
  } while (after);
}

function watchLater(platform: Platform, data: z.output<typeof oneMailbox>) {
  const { account, id, is_second } = data;
  return platform.enqueue(dnsMonitorJob, data, {
    key: `${account} ${id} ${is_second}`,
    ...(is_second && { delaySeconds: SECOND_LOOK_SECONDS }),
  });
}

export async function monitorDns(
  platform: Platform,
  { account, id, is_second }: z.output<typeof oneMailbox>,
): Promise<void> {
  const ctx = systemCtx(platform, { job: dnsMonitorJob.name, account });
  const key = { account, id };
  const found = await findMailbox(ctx.db, key);
  if (found?.kind !== "smtp" || !hasDkimKey(found)) return;
  const states = statesOf(await lookUpDns(ctx, found));
  const hasLost = await ctx.write(async (ctx) => {
    const row = await lockMailbox(ctx.db, key);
    // Another key or domain has other records.
    if (!row || row.dkim_key !== found.dkim_key || !hasDkimKey(row)) return false;
    const { seen, lost } = nextDnsStates(row.dns_seen, states);
    if (lost.length > 0 && !is_second) return true;
    const stops = seen.dkim === "lost" && { dkim_found_at: null };
    await updateMailboxRow(ctx.db, key, { dns_seen: seen, ...stops });
    if (lost.length > 0)
      await ctx.announce(mailboxDnsLost, { subject: id, payload: { why: lost.join(",") } });
    return false;
  });
  if (hasLost) await watchLater(platform, { ...key, is_second: true });
}
