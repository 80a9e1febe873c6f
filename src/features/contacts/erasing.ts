import type { Platform } from "#src/platform/context.ts";
import { emailHash } from "./email-hash.ts";
import { addFormer, deleteTraces } from "./store.ts";
import { hideSuppressedAddresses } from "./suppression-store.ts";

/**
 * Erases what's known about contacts whose rows are gone, but for hashes: of who must not get e-mail, and of
 * whose links in old e-mails these were. Call it in a transaction.
 */
export async function eraseTraces(
  ctx: Platform,
  account: string,
  gone: readonly { id: string; email: string }[],
): Promise<void> {
  const at = ctx.now().toISOString();
  const former = gone.map(({ id, email }) => ({
    user_id: account,
    id,
    email_hash: emailHash(account, email),
    at,
  }));
  await deleteTraces(
    ctx.db,
    account,
    gone.map(({ id }) => id),
  );
  await addFormer(ctx.db, former);
  await hideSuppressedAddresses(
    ctx.db,
    account,
    former.map(({ email_hash }) => email_hash),
  );
}
