import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isTeamRole } from "#src/features/identity/team/tables.ts";
import type { TeamRole } from "#src/lib/access.ts";
import { isoTime } from "#src/platform/db/columns.ts";

/** Revoked invitations are deleted. */
export const invitations = pgTable(
  "team_invitations",
  {
    id: uuid().primaryKey(),
    account: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** Lowercase. Empty once accepted, because the member's own account has it. */
    email: text().notNull(),
    role: text().$type<TeamRole>().notNull(),
    /** The only profiles it covers, or null for all of them. */
    profile_ids: uuid().array(),
    invited_by: text().references(() => user.id, { onDelete: "set null" }),
    accepted_by: text().references(() => user.id, { onDelete: "cascade" }),
    /** SHA-256 of the token in the last e-mail about it. */
    token_hashes: text().array().notNull().default([]),
    state: text().$type<"open" | "accepted" | "declined">().notNull(),
    created_at: isoTime().notNull(),
    expires_at: isoTime().notNull(),
  },
  (table) => [
    // One per address, even if two admins invite someone at the same instant.
    uniqueIndex("team_invitations_open")
      .on(table.account, table.email)
      .where(sql`${table.state} <> 'accepted'`),
    index("team_invitations_tokens").using("gin", table.token_hashes),
    check("team_invitations_role", isTeamRole(table.role)),
    check("team_invitations_state", sql`${table.state} in ('open', 'accepted', 'declined')`),
  ],
);
