/* Exports all data about one contact, over all slices, for the person themselves. */

import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { actorId, type Ctx, canAccessProfile } from "#src/platform/context.ts";
import { contactSources } from "../contact-sources.ts";
import { requireContact } from "../contacts.ts";
import { listMergedIds } from "../merge/merge-store.ts";
import { listRowsAbout } from "./person-store.ts";
import { recordPrivacyRequest } from "./privacy.ts";

/** Returns the file, including later slices' data. The export is recorded. */
export async function exportPerson(ctx: Ctx, { id }: { id: string }): Promise<File> {
  return ctx.write(async (ctx) => {
    const contact = await requireContact(ctx, id);
    // It contains other profiles' data about them, too.
    if (!contact.profile_ids.every((profile) => canAccessProfile(ctx, profile))) requireWholeAccount(ctx);
    const { account } = ctx;
    const ids = [contact.id, ...(await listMergedIds(ctx.db, account, [contact.id]))];
    const of = { account, ids, email: contact.email, email_hash: emailHash(account, contact.email) };
    const parts: Record<string, object[]> = {};
    for (const [name, rows] of await listRowsAbout(ctx.db, of, contactSources().people)) parts[name] = rows;
    const report = Object.fromEntries(Object.entries(parts).map(([name, rows]) => [name, rows.length]));
    await recordPrivacyRequest(ctx, contact, { kind: "access", by: actorId(ctx), report });
    const { user_id: _, owner_id: __, ...own } = contact;
    const text = JSON.stringify({ made_at: ctx.now().toISOString(), lead: own, ...parts }, null, 2);
    return new File([text], `lead-${contact.id}.json`, { type: "application/json" });
  });
}
