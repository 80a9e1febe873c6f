import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { isAmong } from "#src/platform/db/rows.ts";
import { eraseRemovedWith } from "#src/platform/db/undo.ts";
import { fanLeads } from "./tables.ts";

/** Notes which contacts a profile's leads belong to, by their addresses. */
export async function updateLeadContacts(
  db: Db,
  { account, profile_id, ids }: { account: string; profile_id: string; ids: Map<string, string> },
): Promise<void> {
  const pairs = JSON.stringify([...ids].map(([email, id]) => ({ email, id })));
  await db.execute(sql`update ${fanLeads} set contact_id = found.id
    from jsonb_to_recordset(${pairs}::jsonb) as found(email text, id uuid)
    where ${fanLeads.user_id} = ${account} and ${fanLeads.profile_id} = ${profile_id} and ${fanLeads.email} = found.email`);
}

/** A contact's sign-ups that came with a download. */
export function listLeadsWithDownload(
  db: Db,
  { account, contact_id }: { account: string; contact_id: string },
) {
  return db
    .select()
    .from(fanLeads)
    .where(
      and(
        eq(fanLeads.user_id, account),
        eq(fanLeads.contact_id, contact_id),
        isNotNull(fanLeads.download_sent_at),
      ),
    );
}

/** Those of these contacts who have no sign-up left. */
export async function listWithoutLeads(
  db: Db,
  { account, ids }: { account: string; ids: readonly (string | null)[] },
): Promise<string[]> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  const rows = await db
    .selectDistinct({ id: fanLeads.contact_id })
    .from(fanLeads)
    .where(and(eq(fanLeads.user_id, account), inArray(fanLeads.contact_id, known)));
  const left = new Set(rows.map(({ id }) => id));
  return known.filter((id) => !left.has(id));
}

/** Deletes the sign-ups of contacts, even those that could still be restored. Returns their ids. */
export async function deleteLeadsOfContacts(
  db: Db,
  { account, ids }: { account: string; ids: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .delete(fanLeads)
    .where(and(eq(fanLeads.user_id, account), isAmong(fanLeads.contact_id, ids)))
    .returning({ id: fanLeads.id });
  const removed = await eraseRemovedWith(db, fanLeads, { account, field: "contact_id", values: ids });
  return [...rows.map(({ id }) => id), ...removed];
}
