/* What staff do with a whole account at its owner's request, or against a dead one. They never get any of it. */
import { closeAccountFor } from "#src/features/identity/accounts/accounts.ts";
import { addDays } from "#src/lib/time.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { accountExportSent } from "./events.ts";
import { closingMail, exportMail } from "./mails.ts";
import { GRACE_DAYS } from "./rules.ts";

interface Request {
  id: string;
  email: string;
  reason: string;
}

/** Closes the account at once, and deletes it after its owner has had time to object. */
export async function deleteAccountFor(ctx: StaffCtx, { id, email, reason }: Request): Promise<string> {
  const dueAt = new Date(addDays(ctx.now(), GRACE_DAYS));
  const due_at = dueAt.toISOString();
  await ctx.write(async (ctx) => {
    if (!(await closeAccountFor(ctx, { id, dueAt, reason }))) return;
    const data = { account: id, email, due_at, reason };
    await enqueueMail(ctx, { mail: closingMail, to: email, account: id, data });
  });
  return due_at;
}

/** E-mails the owner a link to everything in the account, which only they can open. */
export async function sendExport(ctx: StaffCtx, { id, email, reason }: Request): Promise<void> {
  await ctx.write(async (ctx) => {
    await ctx.announce(accountExportSent, { account: id, subject: id, payload: { reason } });
    const data = { account: id, email, by_staff: true };
    await enqueueMail(ctx, { mail: exportMail, to: email, account: id, data });
  });
}
