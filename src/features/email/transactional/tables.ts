import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { type MessageTable, messageColumns } from "#src/features/email/delivery/tables.ts";
import { isSendingStopped } from "#src/features/email/sending-accounts/tables.ts";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import { IGNORED_SUPPRESSION_REASONS, type MailReason } from "./rules.ts";

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
    ...messageColumns(),
    reason: text().$type<MailReason>(),
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
    // Staff look for what became of e-mail to somebody.
    index("transactional_mails_recipient").on(table.email).where(sql`${table.email} <> ''`),
  ],
);

const ignored = IGNORED_SUPPRESSION_REASONS.map((reason) => `'${reason}'`).join(", ");

/** Where a worker finds them. They go to anybody but whose address bounced, complained, or is blocked. */
export const MAILS: MessageTable = {
  name: "transactional_mails",
  key: ["id"],
  due: `select w.user_id, w.id from transactional_mails w
      where w.user_id = $1 and w.mailbox_id = $2::uuid and w.state = 'pending' and w.due_at <= $4::timestamptz
        and not ${isSendingStopped("$1")}
      order by w.due_at limit $5::int for update skip locked`,
  leased: "d.id, d.email, d.subject, d.reply_to, d.content, d.refusals, split_part(d.email, '@', 2) as host",
  judged: `judged as materialized (select m.id, case
        when m.email = '' or exists (select 1 from suppressions s where s.user_id = $1 and s.email_hash = m.email_hash
          and s.scope is null and s.reason not in (${ignored})) then 'suppressed'
        when $5::boolean or ${isSendingStopped("$1")} then 'held' end as verdict
      from asked a join transactional_mails m on m.user_id = $1 and m.id = a.id)`,
  ended: {
    // The person may have been erased while it was being sent: nothing about them is stored again.
    state: "case when d.email = '' and e.state = 'pending' then 'skipped' else e.state end",
    reason: "case when e.state = 'bounced_soft' then 'full' else nullif(e.reason, 'content') end",
    outcome: "case when d.email = '' then '' else e.outcome end",
  },
  content: "content",
};
