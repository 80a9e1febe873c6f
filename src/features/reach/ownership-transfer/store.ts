import { and, eq, gt, sql } from "drizzle-orm";
import { IS_CLOSED, user } from "#src/features/identity/accounts/tables.ts";
import type { TeamRole } from "#src/lib/access.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { Eligibility } from "./rules.ts";
import { handoverOffers } from "./tables.ts";

type OfferRow = typeof handoverOffers.$inferSelect;

export interface CandidateRow extends Eligibility {
  id: string;
  name: string;
  email: string;
  role: TeamRole;
}

/** Lists the account's members, or one of them, with everything that keeps someone from owning it. */
export function listCandidateRows(
  db: Db,
  { account, id }: { account: string; id?: string },
): Promise<CandidateRow[]> {
  const isOne = id === undefined ? sql`true` : sql`u.id = ${id}`;
  return rowsOf(
    db,
    sql`select u.id, u.name, u.email, m.role, u.email_verified as is_verified,
          m.profile_ids is not null as is_limited, coalesce(u.role = 'founder', false) as is_founder,
          ${sql.raw(IS_CLOSED)} as is_closed,
          exists (select 1 from client_profiles where user_id = u.id) as has_profiles,
          exists (select 1 from subscriptions where account = u.id
            and (status <> 'ended' or subscription_id is null)) as has_premium,
          exists (select 1 from domains where account = u.id) as has_domains,
          exists (select 1 from team_members where account = u.id)
            or exists (select 1 from team_invitations where account = u.id and state = 'open') as has_team,
          exists (select 1 from api_keys where account = u.id) as has_keys,
          exists (select 1 from webhooks where account = u.id) as has_webhooks
        from team_members m join users u on u.id = m.user_id
        where m.account = ${account} and ${isOne} order by m.created_at, u.id`,
  );
}

/** Replaces the account's earlier offer, and returns its recipient. */
export async function upsertOffer(db: Db, row: OfferRow): Promise<string | undefined> {
  const [old] = await db
    .delete(handoverOffers)
    .where(eq(handoverOffers.account, row.account))
    .returning({ user_id: handoverOffers.user_id });
  await db.insert(handoverOffers).values(row);
  return old?.user_id;
}

export async function findOffer(db: Db, { account, now }: { account: string; now: string }) {
  const [row] = await db
    .select({ offer: handoverOffers, to: { id: user.id, name: user.name, email: user.email } })
    .from(handoverOffers)
    .innerJoin(user, eq(user.id, handoverOffers.user_id))
    .where(and(eq(handoverOffers.account, account), gt(handoverOffers.expires_at, now)));
  return row;
}

/** Lists someone's offers, from owners whose accounts are open. */
export function listOffersTo(db: Db, { person, now }: { person: string; now: string }) {
  return db
    .select({ offer: handoverOffers, owner: { id: user.id, name: user.name, email: user.email } })
    .from(handoverOffers)
    .innerJoin(user, eq(user.id, handoverOffers.account))
    .where(
      and(
        eq(handoverOffers.user_id, person),
        gt(handoverOffers.expires_at, now),
        sql`not exists (select 1 from users u where u.id = ${handoverOffers.account} and ${sql.raw(IS_CLOSED)})`,
      ),
    )
    .orderBy(handoverOffers.created_at);
}

/** Returns the account of an offer to this person, while it stands. */
export async function findOfferedAccount(db: Db, offer: Offered): Promise<string | undefined> {
  const [row] = await db
    .select({ account: handoverOffers.account })
    .from(handoverOffers)
    .where(isOpen(offer));
  return row?.account;
}

interface Offered {
  id: string;
  person: string;
  now: string;
}

const isOpen = ({ id, person, now }: Offered) =>
  and(eq(handoverOffers.id, id), eq(handoverOffers.user_id, person), gt(handoverOffers.expires_at, now));

/** Ends an offer with the person's response. Of several at once, only one succeeds. */
export async function deleteAnsweredOffer(db: Db, offer: Offered): Promise<OfferRow | undefined> {
  const [row] = await db.delete(handoverOffers).where(isOpen(offer)).returning();
  return row;
}

export async function deleteOffer(db: Db, { account, now }: { account: string; now: string }) {
  const [row] = await db
    .delete(handoverOffers)
    .where(and(eq(handoverOffers.account, account), gt(handoverOffers.expires_at, now)))
    .returning({ user_id: handoverOffers.user_id });
  return row?.user_id;
}
