/* Addresses that get no e-mail anymore, by the thousand: pasted by someone, or from another product's export. */
import type { Platform } from "#src/platform/context.ts";
import { emailHash } from "./email-hash.ts";
import { addOwnSuppressions } from "./merging-wishes.ts";
import type { SuppressionReason } from "./rules.ts";
import { addToTimeline, endConsents, listContactsByEmail, refreshStatus } from "./store.ts";

interface SuppressingMany {
  account: string;
  /** As `normalEmail` writes them, each once. */
  emails: readonly string[];
  reason: Exclude<SuppressionReason, "erased">;
  scope?: string | undefined;
  note?: string | undefined;
}

/**
 * As `suppress` does it for one. Whoever calls it announces it. Returns the addresses for which it changed anything,
 * with the suppression, and whether that's new.
 */
export async function suppressMany(platform: Platform, given: SuppressingMany) {
  const { account, emails, reason, scope = null, note = null } = given;
  return platform.write(async (ctx) => {
    const at = ctx.now().toISOString();
    const rows = emails.map((email) => ({
      ...{ user_id: account, id: ctx.newId(), email, email_hash: emailHash(account, email) },
      ...{ reason, scope, note, campaign: null, created_at: at },
    }));
    const byHash = new Map(rows.map((row) => [row.email_hash, row]));
    const changed = (await addOwnSuppressions(ctx.db, account, rows)).flatMap(({ id, email_hash }) => {
      const row = byHash.get(email_hash);
      return row ? [{ id, email: row.email, isNew: row.id === id }] : [];
    });
    if (changed.length === 0) return changed;
    const found = await listContactsByEmail(ctx.db, { account, emails: changed.map(({ email }) => email) });
    const ids = found.map(({ id }) => id);
    if (reason === "unsubscribe") await endConsents(ctx.db, { account, ids, topic: scope, at });
    await addToTimeline(
      ctx.db,
      ids.map((contact_id) => ({
        ...{ user_id: account, contact_id, id: ctx.newId(), kind: "suppressed", at },
        data: { reason, scope, note, campaign: null },
      })),
    );
    await refreshStatus(ctx.db, account, ids);
    return changed;
  });
}
