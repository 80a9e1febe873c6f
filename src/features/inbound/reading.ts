/* What's read in an inbox, of whatever kind, and who reads it. */
import type { Ctx } from "#src/platform/context.ts";
import { parseAside } from "./parser.ts";
import type { InboxRow } from "./store.ts";
import { type Arrival, takeIn } from "./taking-in.ts";

/** After a server has forgotten how far we had come, this much is read again. */
export const DAYS_READ_AGAIN = 3;

/** One worker's reading of an inbox. */
export interface Reading {
  ctx: Ctx;
  inbox: InboxRow;
  address: string;
  /** Writes down how far it has come. Throws if the inbox isn't this worker's anymore. */
  save(place: Partial<InboxRow>): Promise<void>;
}

const TRIES = 2;

/** One that can't be read or noted is left where it is, and doesn't hold up the others. */
export async function takeInSource(
  { ctx, inbox, address }: Reading,
  source: Buffer,
  found: Pick<Arrival, "received_at" | "name" | "thread_id">,
): Promise<void> {
  const { user_id: account, mailbox_id } = inbox;
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      return await takeIn(ctx, await parseAside(account, source), { account, mailbox_id, address, ...found });
    } catch (error) {
      ctx.log.warn(
        { err: error, mailbox_id, name: found.name, tries },
        "an e-mail that came back wasn't noted",
      );
    }
  }
}
