/* A Gmail inbox is read only with the permission that its owner grants at Google. */
import { findOwnMailbox } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { type Platform, systemCtx } from "#src/platform/context.ts";
import { GMAIL_START } from "./rules.ts";
import { deleteInboxRow, findInbox, upsertInbox } from "./store.ts";

/**
 * Updates the inbox after someone connects Gmail, perhaps again: with or without permission to read, perhaps
 * with another inbox.
 */
export async function syncGmailOptIn(
  platform: Platform,
  { account, subject }: { account: string; subject: string },
): Promise<void> {
  await systemCtx(platform, { job: "inbound.follow-gmail", account }).write(async (ctx) => {
    const mailbox = await findOwnMailbox(ctx, subject);
    if (mailbox?.kind !== "gmail") return;
    const key = { account, mailbox_id: mailbox.id };
    if (!mailbox.reads_replies) return void (await deleteInboxRow(ctx.db, key));
    const username = mailbox.from_address;
    const now = ctx.now().toISOString();
    const isSame = (await findInbox(ctx.db, key))?.username === username;
    await upsertInbox(ctx.db, {
      user_id: account,
      mailbox_id: mailbox.id,
      username,
      due_at: now,
      created_at: now,
      // Positions in another inbox mean nothing in this one.
      ...(!isSame && GMAIL_START),
      failures: 0,
      last_error: "",
      last_error_at: null,
      claimed_by: null,
      claimed_until: null,
    });
  });
}
