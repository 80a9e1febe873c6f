import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { DeliveryState } from "#src/features/email/delivery/rules.ts";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { MailReason } from "./rules.ts";

/** Transactional e-mail, requested one by one through the API, with its outcome. */
export const transactionalMails = pgTable(
  "transactional_mails",
  {
    /** The account. */
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    id: uuid().notNull(),
    mailbox_id: uuid().notNull(),
    template_id: uuid(),
    /** Empty once its person is erased. `suppressions` uses the same hash. */
    email: text().notNull(),
    email_hash: text().notNull().default(""),
    reply_to: text().notNull().default(""),
    subject: text().notNull(),
    /** Encrypted, because its links may open someone's account. Null once it has been sent. */
    content: text(),
    state: text().$type<DeliveryState>().notNull().default("pending"),
    reason: text().$type<MailReason>(),
    /** The worker that has leased it, the end of the lease, and the start of a possible attempt. */
    worker: uuid(),
    leased_until: isoTime(),
    handing_since: isoTime(),
    /** Temporary refusals so far, and the time of the next attempt. */
    refusals: integer().notNull().default(0),
    due_at: isoTime().notNull(),
    provider_id: text(),
    outcome: text().notNull().default(""),
    handed_over_at: isoTime(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("transactional_mails_due")
      .on(table.due_at, table.user_id, table.mailbox_id)
      .where(sql`${table.state} = 'pending'`),
    index("transactional_mails_leased").on(table.leased_until).where(sql`${table.state} = 'leased'`),
    index("transactional_mails_email").on(table.email_hash, table.user_id),
    index("transactional_mails_created").on(table.created_at),
  ],
);
