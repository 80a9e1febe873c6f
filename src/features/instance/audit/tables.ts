import { bigint, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";
import type { ChainProblem } from "./chain/check-rules.ts";

/** Checks of the chain over all events: how far they are, and what they found. */
export const auditChecks = pgTable(
  "audit_checks",
  {
    id: uuid().primaryKey(),
    started_at: isoTime().notNull(),
    ended_at: isoTime(),
    /** The last seal that was checked, its hash, and the last event up to there. */
    position: bigint({ mode: "number" }).notNull(),
    hash: text().notNull(),
    event: uuid(),
    done: bigint({ mode: "number" }).notNull().default(0),
    total: bigint({ mode: "number" }).notNull(),
    /** How many there are, and the first of them. */
    problem_count: integer().notNull().default(0),
    problems: jsonb().$type<ChainProblem[]>().notNull(),
    /** A hash that somebody wrote down earlier, and its position. */
    known_position: bigint({ mode: "number" }),
    known_hash: text(),
  },
  (table) => [index("audit_checks_started").on(table.started_at)],
);
