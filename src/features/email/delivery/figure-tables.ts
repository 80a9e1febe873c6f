/* What the figures of e-mail are kept as. */
import { sql } from "drizzle-orm";
import {
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";

/** Text that only machines compare: byte order is several times faster than linguistic order. */
const code = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const figure = () => integer().notNull().default(0);

/**
 * The sums of `deliveries`, for analytics. A database trigger maintains them (`migrations/`), so that they
 * hold for every writer of a delivery. `sent` rows are about the e-mail sent in a quarter of an hour, to one
 * receiving host, through one of the batch's sending accounts. `happened` rows are about events in that
 * quarter, whenever their e-mail was sent.
 */
export const mailRollups = pgTable(
  "mail_rollups",
  {
    user_id: text().notNull(),
    kind: code().$type<"sent" | "happened">().notNull(),
    at: isoTime().notNull(),
    batch_id: uuid().notNull(),
    host: code().notNull(),
    sender_index: smallint().notNull().default(0),
    sent: figure(),
    refused: figure(),
    /** Messages that came back within three days. */
    returned: figure(),
    bounced_hard: figure(),
    bounced_soft: figure(),
    complained: figure(),
    replied: figure(),
    unsubscribed: figure(),
    opened: figure(),
    machine_opened: figure(),
    clicked: figure(),
    /** Clicked messages whose pictures were never loaded. */
    clicked_unopened: figure(),
    machine_clicked: figure(),
  },
  (table) => [
    primaryKey({
      columns: [table.user_id, table.kind, table.at, table.batch_id, table.host, table.sender_index],
    }),
    index("mail_rollups_batch").on(table.user_id, table.batch_id, table.kind),
    index("mail_rollups_complained").on(table.user_id, table.host).where(sql`${table.complained} > 0`),
  ],
);

/** How often links were opened in batches that keep only totals. Says nothing about anybody. */
export const mailClicks = pgTable(
  "mail_clicks",
  {
    user_id: text().notNull(),
    sent_at: isoTime().notNull(),
    batch_id: uuid().notNull(),
    /** The position in the snapshot's list of links. */
    link: integer().notNull(),
    is_machine: boolean().notNull(),
    country: text().notNull(),
    device: text().notNull(),
    clicks: integer().notNull(),
  },
  ({ user_id, sent_at, batch_id, link, is_machine, country, device }) => [
    primaryKey({
      name: "mail_clicks_pk",
      columns: [user_id, sent_at, batch_id, link, is_machine, country, device],
    }),
    index("mail_clicks_batch").on(user_id, batch_id),
  ],
);

/** Loaded pictures, by the time when the e-mail was sent, location, and device, but not by person. */
export const mailOpens = pgTable(
  "mail_opens",
  {
    user_id: text().notNull(),
    sent_at: isoTime().notNull(),
    batch_id: uuid().notNull(),
    /**
     * Also 0 where it's unknown, because a picture of a batch that counts only totals is the same for
     * everyone.
     */
    sender_index: smallint().notNull().default(0),
    is_machine: boolean().notNull(),
    country: text().notNull(),
    device: text().notNull(),
    opens: integer().notNull(),
  },
  ({ user_id, sent_at, batch_id, sender_index, is_machine, country, device }) => [
    primaryKey({
      // The derived name would be longer than the database allows.
      name: "mail_opens_pk",
      columns: [user_id, sent_at, batch_id, sender_index, is_machine, country, device],
    }),
    index("mail_opens_batch").on(user_id, batch_id),
  ],
);
