import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { TEAM_ROLES, type TeamRole } from "#src/lib/access.ts";
import { isoTime } from "#src/platform/db/columns.ts";

/** A SQL check that a column contains a role that people can have on a team. */
export const isTeamRole = (role: AnyPgColumn) =>
  sql`${role} in (${sql.raw(TEAM_ROLES.map((one) => `'${one}'`).join(", "))})`;

const person = () =>
  text()
    .notNull()
    .references(() => user.id, { onDelete: "cascade" });

export const teamMembers = pgTable(
  "team_members",
  {
    /** The account: its owner's user id. */
    account: person(),
    user_id: person(),
    role: text().$type<TeamRole>().notNull(),
    /** The only profiles they can access; null for all of them. */
    profile_ids: uuid().array(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.user_id] }),
    index("team_members_user").on(table.user_id),
    check("team_members_role", isTeamRole(table.role)),
  ],
);
