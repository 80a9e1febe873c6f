import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { isoTime } from "./db/columns.ts";

/** Counters of `limits.ts`, with the column names that rate-limiter-flexible asks for. */
export const rateLimits = pgTable("rate_limits", {
  key: text("key").primaryKey(),
  points: integer("points").notNull().default(0),
  expire: timestamp("expire", { withTimezone: true, mode: "date" }),
});

/** What the instance makes once and keeps, such as the secret that signs sessions when no SECRET is set. */
export const instanceValues = pgTable("instance_values", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
  created_at: isoTime().notNull(),
});
