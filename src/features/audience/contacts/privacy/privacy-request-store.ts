import { and, eq, sql } from "drizzle-orm";
import { emailHashOf } from "#src/features/audience/consent-records/tables.ts";
import { user } from "#src/features/identity/accounts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { type ListShape, type PageRequest, readPage, sortBy } from "#src/platform/db/list.ts";
import { contactRequests, contacts } from "../tables.ts";

export type RequestRow = typeof contactRequests.$inferSelect;

export async function insertRequest(db: Db, row: RequestRow): Promise<void> {
  await db.insert(contactRequests).values(row).onConflictDoNothing();
}

/** Adds counts to a report, if there's one. */
export async function updateRequestReport(
  db: Db,
  { account, id }: { account: string; id: string },
  report: Record<string, number>,
): Promise<void> {
  await db
    .update(contactRequests)
    .set({ report: sql`${contactRequests.report} || ${JSON.stringify(report)}::jsonb` })
    .where(and(eq(contactRequests.user_id, account), eq(contactRequests.id, id)));
}

const NEWEST: ListShape<"at"> = {
  sorts: { at: sortBy(contactRequests.at) },
  tie: [contactRequests.id],
  usual: { sort: "at", order: "desc" },
};

const WHO = { id: contacts.id, name: contacts.name, email: contacts.email };

/** Lists a page of requests, newest first, with the names of the people who handled them. */
export function listRequestRows(db: Db, account: string, page: { request: PageRequest<"at">; rows: number }) {
  const { id, kind, by, report, at } = contactRequests;
  return readPage({ shape: NEWEST, ...page }, ({ key, after, orderBy, limit }) =>
    db
      .select({ id, kind, by, by_name: user.name, report, at, key, contact: WHO })
      .from(contactRequests)
      .leftJoin(
        contacts,
        and(
          eq(contacts.user_id, contactRequests.user_id),
          eq(emailHashOf(contacts.user_id, contacts.email), contactRequests.email_hash),
        ),
      )
      .leftJoin(user, eq(user.id, by))
      .where(and(eq(contactRequests.user_id, account), after))
      .orderBy(...orderBy)
      .limit(limit),
  );
}
