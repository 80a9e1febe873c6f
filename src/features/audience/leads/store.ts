import { and, count, eq, gte, isNull, lt, lte, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import type { DestinationRules } from "#src/features/pages/links/page/destination.ts";
import { LINK_IS_SHOWN, links } from "#src/features/pages/links/tables.ts";
import { clientProfiles, IS_SHOWN } from "#src/features/pages/profiles/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { fanLeads } from "./tables.ts";

export type LeadRow = typeof fanLeads.$inferSelect;

export async function findShownProfile(db: Db, id: string) {
  const p = alias(clientProfiles, "p");
  const u = alias(user, "u");
  const [row] = await db
    .select({ profile: p })
    .from(p)
    .innerJoin(u, eq(u.id, p.user_id))
    .where(and(eq(p.id, id), sql.raw(IS_SHOWN)));
  return row?.profile;
}

export async function findOpenedLink(
  db: Db,
  { profileId, id }: { profileId: string; id: string },
): Promise<(DestinationRules & { title: string }) | undefined> {
  const { title, url, is_ab_test, link_a, link_b, ab_split_ratio } = links;
  const { geo_restrictions, geo_blocked_fallback_url } = links;
  const test = { is_ab_test, link_a, link_b, ab_split_ratio };
  const [link] = await db
    .select({ id: links.id, title, url, ...test, geo_restrictions, geo_blocked_fallback_url })
    .from(links)
    .where(and(eq(links.profile_id, profileId), eq(links.id, id)));
  return link;
}

/** True if a page has a sign-up form as one of its blocks. */
export async function hasPlacedForm(db: Db, profileId: string): Promise<boolean> {
  const l = alias(links, "l");
  const rows = await db
    .select({ id: l.id })
    .from(l)
    .where(and(eq(l.profile_id, profileId), eq(l.kind, "newsletter"), sql.raw(LINK_IS_SHOWN)))
    .limit(1);
  return rows.length > 0;
}

/** False if the address is already on this profile's list, or the id is taken there. */
export async function insertLead(db: Db, lead: LeadRow): Promise<boolean> {
  const rows = await db.insert(fanLeads).values(lead).onConflictDoNothing().returning({ id: fanLeads.id });
  return rows.length === 1;
}

/** Leaves out addresses that are already on the list. Returns those it added. */
export async function insertLeads(db: Db, leads: LeadRow[]): Promise<LeadRow[]> {
  return db.insert(fanLeads).values(leads).onConflictDoNothing().returning();
}

export async function findLead(
  db: Db,
  { profileId, id }: { profileId: string; id: string },
): Promise<LeadRow | undefined> {
  const [row] = await db
    .select()
    .from(fanLeads)
    .where(and(eq(fanLeads.profile_id, profileId), eq(fanLeads.id, id)));
  return row;
}

/**
 * Records that this address's lead is being sent its download now. Does nothing if that last happened after
 * `before`.
 */
export async function updateDownloadSent(
  db: Db,
  lead: LeadRow,
  before: string,
): Promise<LeadRow | undefined> {
  const [row] = await db
    .update(fanLeads)
    .set({ download_sent_at: lead.download_sent_at })
    .where(
      and(
        eq(fanLeads.profile_id, lead.profile_id),
        eq(fanLeads.email, lead.email),
        or(isNull(fanLeads.download_sent_at), lte(fanLeads.download_sent_at, before)),
      ),
    )
    .returning();
  return row;
}

/** Counts the account's leads in a span of time and, with `upTo`, no later than that one. */
export async function countLeads(
  db: Db,
  {
    account,
    from,
    until,
    upTo,
  }: { account: string; from: string; until: string; upTo?: Pick<LeadRow, "created_at" | "id"> },
): Promise<number> {
  const [row] = await db
    .select({ leads: count() })
    .from(fanLeads)
    .where(
      and(
        eq(fanLeads.user_id, account),
        gte(fanLeads.created_at, from),
        lt(fanLeads.created_at, until),
        upTo &&
          sql`(${fanLeads.created_at}, ${fanLeads.id}) <= (${upTo.created_at}::timestamptz, ${upTo.id}::uuid)`,
      ),
    );
  return row?.leads ?? 0;
}

export async function findProfileName(db: Db, id: string) {
  const [row] = await db
    .select({
      name: clientProfiles.name,
      username: clientProfiles.username,
      domain: clientProfiles.domain,
    })
    .from(clientProfiles)
    .where(eq(clientProfiles.id, id));
  return row;
}

/** Returns their ids. */
export async function deleteLeadsOf(db: Db, profileId: string): Promise<string[]> {
  const rows = await db
    .delete(fanLeads)
    .where(eq(fanLeads.profile_id, profileId))
    .returning({ id: fanLeads.id });
  return rows.map(({ id }) => id);
}
