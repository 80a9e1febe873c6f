import { and, eq, inArray, sql } from "drizzle-orm";
import { suppressions } from "#src/features/audience/consent-records/tables.ts";
import { user } from "#src/features/identity/accounts/tables.ts";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import {
  countRows,
  foundRows,
  isPartOf,
  type ListShape,
  type PageRequest,
  readPage,
  sortBy,
} from "#src/platform/db/list.ts";

const CONTACT_ID = sql<string | null>`(select c.id from contacts c where c.user_id = suppressions.user_id
  and c.email = suppressions.email)`;

const SUPPRESSION_LIST: ListShape<"created_at"> = {
  sorts: { created_at: sortBy(suppressions.created_at) },
  tie: [suppressions.id],
  usual: { sort: "created_at", order: "desc" },
};

/** Returns a page of suppressed addresses, and their total number. */
export async function listSuppressionRows(
  db: Db,
  { account, words }: { account: string; words: string },
  page: { request: PageRequest<"created_at">; rows: number },
) {
  const { id, email, reason, wish, scope, note, created_at } = suppressions;
  const where = and(
    eq(suppressions.user_id, account),
    words === "" ? undefined : isPartOf(sql`(coalesce(${suppressions.email}, ''))`, words),
  );
  const all = { from: suppressions, where };
  const counted = await countRows(db, suppressions, where);
  const source = words === "" ? all : foundRows(all, { ...counted, isUsual: true });
  const rows = await readPage({ shape: SUPPRESSION_LIST, ...page }, ({ key, after, orderBy, limit }) =>
    db
      .select({ id, email, reason, wish, scope, note, created_at, contact_id: CONTACT_ID, key })
      .from(source.from)
      .where(and(source.where, after))
      .orderBy(...orderBy)
      .limit(limit),
  );
  return { ...rows, ...counted };
}

/** Returns the sender's name as fans know it: the page they signed up on, or else the account's owner. */
export async function findSenderName(
  db: Db,
  { account, profileIds }: { account: string; profileIds: readonly string[] },
): Promise<string> {
  const pages = await db
    .select({ id: clientProfiles.id, name: clientProfiles.name, display: clientProfiles.display_name })
    .from(clientProfiles)
    .where(and(eq(clientProfiles.user_id, account), inArray(clientProfiles.id, [...profileIds])));
  const first = profileIds.map((id) => pages.find((page) => page.id === id)).find(Boolean);
  if (first) return first.display || first.name;
  const [owner] = await db.select({ name: user.name }).from(user).where(eq(user.id, account));
  return owner?.name ?? "";
}
