/* What the figures of e-mail are kept as, and how its sums are read by the definitions of email.md 5.11. */
import { type SQL, sql } from "drizzle-orm";
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
import { isAssignedTo, mailboxIn } from "./tables.ts";

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
    // For sums over all accounts; rows arrive in about chronological order.
    index("mail_rollups_time").using("brin", table.at),
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

/** An account's e-mail: what was sent between two moments, or what certain batches sent. */
export interface Scope {
  account: string;
  /** In milliseconds, `to` exclusive. */
  period?: { from: number; to: number };
  batchIds?: readonly string[] | undefined;
  mailboxId?: string | undefined;
}

const iso = (time: number) => new Date(time).toISOString();
const list = (values: readonly string[]) => `{${values.join(",")}}`;

/** Matches the rows of a table that belong to a scope. `time` is the column with the time of sending. */
export function inScope({ account, period, batchIds, mailboxId }: Scope, table: string, time: string): SQL {
  const column = (name: string) => sql.raw(`${table}.${name}`);
  return sql`${column("user_id")} = ${account}
    ${period ? sql`and ${column(time)} >= ${iso(period.from)}::timestamptz and ${column(time)} < ${iso(period.to)}::timestamptz` : sql``}
    ${batchIds ? sql`and ${column("batch_id")} = any(${list(batchIds)}::uuid[])` : sql``}
    ${
      mailboxId === undefined
        ? sql``
        : sql`and ${isAssignedTo(table, { user_id: account, mailbox_id: mailboxId })}`
    }`;
}

const FIGURES = [
  ...["sent", "refused", "returned", "bounced_hard", "bounced_soft", "complained", "replied"],
  ...["unsubscribed", "opened", "machine_opened", "clicked", "clicked_unopened", "machine_clicked"],
];
/** What rows of `sentRollups` add up to. */
export const COUNTS: SQL = sql.raw(
  [
    ...FIGURES.map((name) => `coalesce(sum(${name}), 0)::float8 as ${name}`),
    "coalesce(sum(sent - returned), 0)::float8 as delivered",
    "coalesce(sum(sent - returned) filter (where reports), 0)::float8 as delivered_reporting",
    "coalesce(sum(sent - returned) filter (where is_tracked), 0)::float8 as delivered_tracked",
  ].join(", "),
);

/** Hosts whose operators report complaints to senders. Any other that ever did counts, too. Gmail doesn't. */
const REPORTING_HOSTS: readonly string[] = [
  ..."yahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca ymail.com rocketmail.com aol.com".split(
    " ",
  ),
  ..."outlook.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es live.com msn.com".split(
    " ",
  ),
  ..."comcast.net cox.net fastmail.com fastmail.fm laposte.net orange.fr wanadoo.fr sfr.fr free.fr".split(
    " ",
  ),
  ..."libero.it mail.ru list.ru bk.ru inbox.ru yandex.ru seznam.cz telenet.be terra.com.br uol.com.br".split(
    " ",
  ),
];

/** The rollups of a scope's e-mail, as a table with the columns that decide how they count. */
export function sentRollups(scope: Scope): SQL {
  return sql`select r.*, ${sql.raw(mailboxIn("k", "r"))} as mailbox_id, k.tracking = 'each' as is_tracked,
      r.host = any(${list(REPORTING_HOSTS)}::text[]) or c.host is not null as reports
    from mail_rollups r
    join batches k on k.user_id = r.user_id and k.id = r.batch_id
    left join (select distinct host from mail_rollups
      where user_id = ${scope.account} and kind = 'sent' and complained > 0) c on c.host = r.host
    where ${inScope(scope, "r", "at")} and r.kind = 'sent'`;
}
