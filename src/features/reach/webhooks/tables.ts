import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { DeliveryState, DisabledReason } from "./rules.ts";

const person = () =>
  text()
    .notNull()
    .references(() => user.id, { onDelete: "cascade" });

/** Targets for an account's events. Secrets are encrypted (`platform/crypto/vault.ts`). */
export const webhooks = pgTable(
  "webhooks",
  {
    id: uuid().primaryKey(),
    account: person(),
    /** It receives no more than this person may see. */
    made_by: person(),
    url: text().notNull(),
    events: text().array().notNull(),
    secret: text().notNull(),
    /** The previous secret, and the end of the time in which messages are also signed with it. */
    old_secret: text(),
    old_until: isoTime(),
    /** The time since the last success, or null after one. */
    failing_since: isoTime(),
    disabled_at: isoTime(),
    disabled_because: text().$type<DisabledReason>(),
    created_at: isoTime().notNull(),
  },
  (table) => [index("webhooks_account").on(table.account)],
);

/**
 * Messages sent or waiting. An event's content is read from `events` for each attempt, so that nothing is
 * stored twice.
 */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: uuid().primaryKey(),
    account: text().notNull(),
    webhook_id: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    /** Null for a test. */
    event_id: uuid(),
    /** The name that receivers see, such as `lead.created`. */
    type: text().notNull(),
    state: text().$type<DeliveryState>().notNull().default("pending"),
    /** Counted since it was last requested. */
    tries: integer().notNull().default(0),
    /**
     * Incremented with each attempt and each request to send it again. A job for an earlier number has
     * nothing left to do.
     */
    turn: integer().notNull().default(0),
    /** The receiver's status in the last attempt, or null if there was none. */
    status: integer(),
    duration_ms: integer(),
    /** The error. Empty if the status explains it. */
    outcome: text().notNull().default(""),
    /** The start of the response. */
    answer: text().notNull().default(""),
    created_at: isoTime().notNull(),
    due_at: isoTime().notNull(),
    tried_at: isoTime(),
  },
  (table) => [
    index("webhook_deliveries_newest").on(table.webhook_id, table.created_at, table.id),
    index("webhook_deliveries_age").on(table.created_at),
  ],
);
