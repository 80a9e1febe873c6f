/*
 * Brings contacts from one account into another one as an import of its export would: whoever refused e-mail in either
 * account has, existing data stays, and what has been brought over isn't again. A batch at a time, because all at once
 * take more memory than a small server has.
 */
import { and, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import { contactConsents, suppressions } from "#src/features/audience/consent-records/tables.ts";
import { restoreContacts, restoreSuppressions } from "#src/features/audience/contacts/import/import.ts";
import { contacts, contactTasks, contactTimeline } from "#src/features/audience/contacts/tables.ts";
import { listProfileIds } from "#src/features/pages/profiles/profiles.ts";
import { type PresentFiles, readPresentAccount } from "#src/features/reach/account-data/present-account.ts";
import type { Ctx } from "#src/platform/context.ts";
import { FIRST_ID } from "#src/platform/page-moves.ts";
import { findBatchEnd, type MergeRow } from "./merge-store.ts";

const BATCH_ROWS = 5000;

/** `ctx` is in the target. */
export async function bringContacts(ctx: Ctx, merge: MergeRow): Promise<void> {
  await restoreContacts(ctx, await read(ctx, merge, new Map([["lead-settings", "whole"]])));
  await bringSuppressions(ctx, merge);
  for await (const range of rangesOf(ctx, contacts, merge)) {
    const batch = sql`from ${contacts} where ${eq(contacts.user_id, merge.source)} and ${range}`;
    const ids = sql`(select ${contacts.id} ${batch})`;
    const files = new Map<string, SQL>([
      ["contacts", range],
      ["suppressions", inArray(suppressions.email, sql`(select ${contacts.email} ${batch})`)],
      ["consents", inArray(contactConsents.contact_id, ids)],
      ["contact-timeline", inArray(contactTimeline.contact_id, ids)],
      ["contact-tasks", inArray(contactTasks.contact_id, ids)],
    ]);
    await restoreContacts(ctx, await read(ctx, merge, files));
  }
}

/** `ctx` is in the target. */
export async function bringSuppressions(ctx: Ctx, merge: MergeRow): Promise<void> {
  for await (const range of rangesOf(ctx, suppressions, merge))
    await restoreSuppressions(ctx, await read(ctx, merge, new Map([["suppressions", range]])));
}

async function read(ctx: Ctx, { source, profile_ids }: MergeRow, files: PresentFiles) {
  const own = await listProfileIds(ctx.db, source);
  const keys = { account: source, email: "", profileIds: [...new Set([...own, ...profile_ids])] };
  return readPresentAccount(ctx, keys, files);
}

/** The source's rows in batches by their ids. */
async function* rangesOf(
  ctx: Ctx,
  table: typeof contacts | typeof suppressions,
  { source }: MergeRow,
): AsyncGenerator<SQL> {
  for (let after = FIRST_ID; ; ) {
    ctx.abortSignal.throwIfAborted();
    const last = await findBatchEnd(ctx.db, table, { account: source, after, most: BATCH_ROWS });
    if (last === undefined) return;
    yield and(gt(table.id, after), lte(table.id, last)) as SQL;
    after = last;
  }
}
