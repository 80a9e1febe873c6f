import type { Platform } from "#src/platform/context.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { inTransaction } from "./auth-transaction.ts";
import { deleteEmailChange } from "./email-change-store.ts";
import { emailLinks, type LinkOwner } from "./email-links.ts";
import { about, accountSecured } from "./events.ts";
import { resetMail } from "./mails.ts";
import { deletePasswordHash } from "./person-store.ts";
import { sessionEnded } from "./signals.ts";
import { deleteSessions } from "./store.ts";

/**
 * Handles a report that a sign-in wasn't the owner's, so a stranger knows the password or had a session. All
 * sessions end, the password stops working until its owner sets another, and pending requests are dropped.
 * Undefined for a link that doesn't work.
 */
export function secureAccountByLink(platform: Platform, token: string): Promise<LinkOwner | undefined> {
  return inTransaction(platform, async (ctx) => {
    const links = emailLinks(platform);
    const owner = await links.use("notMe", token);
    if (!owner) return undefined;
    const { id, email } = owner;
    await deleteSessions(ctx.db, id);
    await deletePasswordHash(ctx.db, id);
    await deleteEmailChange(ctx.db, id);
    for (const purpose of ["oldEmail", "newEmail", "signIn"] as const) await links.revoke(purpose, id);
    await enqueueMail(ctx, { mail: resetMail, to: email, account: id, data: { email } });
    await ctx.announce(accountSecured, about(owner));
    await ctx.invalidate(sessionEnded, { user_id: id });
    return owner;
  });
}
