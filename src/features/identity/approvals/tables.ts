import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import { APPROVAL_STATES } from "./rules.ts";

/** What one member of staff has proposed and another one confirms or declines. */
export const staffApprovals = pgTable(
  "staff_approvals",
  {
    id: uuid().primaryKey(),
    /** An `ApprovedAction`'s name. */
    action: text().notNull(),
    /** Whom it's about. */
    account: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    data: jsonb().notNull(),
    reason: text().notNull(),
    state: text({ enum: APPROVAL_STATES }).notNull().default("open"),
    proposed_by: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    proposed_at: isoTime().notNull(),
    expires_at: isoTime().notNull(),
    decided_by: text().references(() => user.id, { onDelete: "set null" }),
    decided_at: isoTime(),
    /** Why it was declined. */
    answer: text(),
  },
  (table) => [
    uniqueIndex("staff_approvals_open").on(table.account, table.action).where(sql`${table.state} = 'open'`),
    index("staff_approvals_waiting").on(table.proposed_at).where(sql`${table.state} = 'open'`),
    index("staff_approvals_proposer").on(table.proposed_by),
    index("staff_approvals_decider").on(table.decided_by),
  ],
);
