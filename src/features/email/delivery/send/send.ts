import * as z from "zod";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { processLocal } from "#src/platform/process-local.ts";
import { listBatchMailboxIds } from "../batch-store.ts";

const oneMailbox = z.object({ account: z.string(), mailbox_id: z.string() });
export type OneMailbox = z.output<typeof oneMailbox>;

export const sendJob: JobType<OneMailbox> = { name: "delivery.send", class: "sending", data: oneMailbox };

/** The workers of this process that hold leases, or may soon. */
export const leaseHolders = processLocal(() => new Set<string>());

/** Starts a worker for a sending account. */
export function enqueueSend(
  ctx: Platform,
  mailbox: OneMailbox,
  options: { delaySeconds?: number } = {},
): Promise<void> {
  return ctx.enqueue(sendJob, mailbox, options);
}

/** Starts a worker for each of a batch's sending accounts. */
export async function enqueueBatchSends(ctx: Ctx, id: string): Promise<void> {
  const { account } = ctx;
  for (const mailbox_id of await listBatchMailboxIds(ctx.db, { user_id: account, id }))
    await enqueueSend(ctx, { account, mailbox_id });
}
