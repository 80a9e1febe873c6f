import { sql } from "drizzle-orm";
import { IS_CLOSED } from "#src/features/identity/accounts/tables.ts";
import type { Role } from "#src/lib/access.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { teamMembers } from "./tables.ts";

export interface Membership {
  account: string;
  name: string;
  role: Role;
  profile_ids: string[] | null;
}

/**
 * Lists the accounts that someone works for besides their own, except closed ones, whose team may do no more
 * than their owner.
 */
export function listMemberships(db: Db, userId: string): Promise<Membership[]> {
  return rowsOf<Membership>(
    db,
    sql`select m.account, u.name, m.role, m.profile_ids from team_members m join users u on u.id = m.account
        where m.user_id = ${userId} and not ${sql.raw(IS_CLOSED)} order by u.name, m.account`,
  );
}

export async function findMembership(
  db: Db,
  { account, userId }: { account: string; userId: string },
): Promise<Membership | undefined> {
  const [row] = await rowsOf<Membership>(
    db,
    sql`select m.account, u.name, m.role, m.profile_ids from team_members m join users u on u.id = m.account
        where m.account = ${account} and m.user_id = ${userId} and not ${sql.raw(IS_CLOSED)}`,
  );
  return row;
}

export const MEMBER_IS = {
  name: sql`(select u.name from users u where u.id = ${teamMembers.user_id})`,
  email: sql`(select u.email from users u where u.id = ${teamMembers.user_id})`,
};
