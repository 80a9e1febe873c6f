import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { isAmong } from "#src/platform/db/rows.ts";
import { fanLeads } from "./tables.ts";

/** Notes which contacts a profile's leads belong to, by their addresses. */
export async function updateLeadContacts(
  db: Db,
  {
    account,
    profile_id,
    contacts,
  }: { account: string; profile_id: string; contacts: ReadonlyMap<string, { id: string }> },
): Promise<void> {
  const pairs = JSON.stringify([...contacts].map(([email, { id }]) => ({ email, id })));
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

export async function deleteLeadsOfContacts(
  db: Db,
  { account, ids }: { account: string; ids: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .delete(fanLeads)
    .where(and(eq(fanLeads.user_id, account), isAmong(fanLeads.contact_id, ids)))
    .returning({ id: fanLeads.id });
  return rows.map(({ id }) => id);
}
