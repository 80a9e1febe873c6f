/* The common parts of reading an inbox of any kind. */
import type { Ctx } from "#src/platform/context.ts";
import { type Envelope, processMessage } from "./process-message.ts";
import type { InboxRow } from "./store.ts";
import { parseInThread } from "./threaded-parser.ts";

/** If a server has dropped our position, this much is read again. */
export const REREAD_DAYS = 3;

/** One worker's reading of an inbox. */
export interface ReadSession {
  ctx: Ctx;
  inbox: InboxRow;
  address: string;
  /** Records the reading position. Throws if the inbox isn't this worker's anymore. */
  save(place: Partial<InboxRow>): Promise<void>;
}

const TRIES = 2;

/** An e-mail that can't be read or recorded is left where it is, and doesn't hold up the others. */
export async function processSource(
  { ctx, inbox, address }: ReadSession,
  source: Buffer,
  found: Pick<Envelope, "received_at" | "name" | "thread_id">,
): Promise<void> {
  const { user_id: account, mailbox_id } = inbox;
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      return await processMessage(ctx, await parseInThread(account, source), {
        account,
        mailbox_id,
        address,
        ...found,
      });
    } catch (error) {
      ctx.log.warn(
        { err: error, mailbox_id, name: found.name, tries },
        "an e-mail that came back wasn't noted",
      );
    }
  }
}
