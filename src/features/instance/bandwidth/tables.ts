import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";

/** The cost of serving an account's pages (spec §3, §7): one row per account, kind of work, and time span. */
export const egressTracking = pgTable(
  "egress_tracking",
  {
    id: uuid().notNull(),
    user_id: text().notNull(),
    operation_type: text({
      enum: ["image_optimization", "cache_hit", "analytics_batch", "storage_access", "function_call"],
    }).notNull(),
    bytes_transferred: bigint({ mode: "number" }).notNull(),
    bytes_saved: bigint({ mode: "number" }).notNull(),
    metadata: jsonb().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("egress_tracking_time").on(table.user_id, table.created_at),
    // For sums over all accounts; rows arrive in chronological order.
    index("egress_tracking_newest").using("brin", table.created_at),
  ],
);
