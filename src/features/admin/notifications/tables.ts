import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import type { Channel } from "#src/features/identity/preferences/rules.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { BroadcastAudience } from "./audience-contract.ts";
import type { TemplateOrigin, Versions } from "./contract.ts";
import type { Repetition } from "./repetition-rules.ts";
import { BROADCAST_STATES, type TargetName } from "./rules.ts";

const staffMember = () => text().references(() => user.id, { onDelete: "set null" });

/** What staff tell many people at once. */
export const broadcasts = pgTable(
  "broadcasts",
  {
    /** Chosen by the browser, so that saving it twice makes one. */
    id: uuid().primaryKey(),
    versions: jsonb().$type<Versions>().notNull(),
    channels: text().array().$type<Channel[]>().notNull(),
    target: text().$type<TargetName>().notNull(),
    audience: jsonb().$type<BroadcastAudience>().notNull(),
    is_urgent: boolean().notNull(),
    state: text({ enum: BROADCAST_STATES }).notNull(),
    /** A wall time, for each receiver by their own clock. Null: at once. */
    send_at: text(),
    /** When the next part of it is to be sent. */
    due_at: isoTime(),
    /** The template's version that it was started from, in case the template is gone by now. */
    template: jsonb().$type<TemplateOrigin>(),
    /** How it comes again. Each time is a row of its own. */
    repeat: jsonb().$type<Repetition>(),
    /** The first of those that repeat each other. */
    series: uuid(),
    /** Since when its audience is a list, which only gets shorter. */
    frozen_at: isoTime(),
    /** How many accounts the audience has: counted when it’s sent off, and again once they’re written down. */
    total: integer().notNull().default(0),
    /** The last account that had its turn in this pass, or was looked at for the audience. They go by their ids. */
    after_id: text().notNull().default(""),
    made_by: staffMember(),
    sent_by: staffMember(),
    approved_by: staffMember(),
    created_at: isoTime().notNull(),
    started_at: isoTime(),
    /** When a part of it was last sent. */
    last_batch_at: isoTime(),
    ended_at: isoTime(),
  },
  (table) => [
    uniqueIndex("broadcasts_series").on(table.series, table.send_at),
    index("broadcasts_newest").on(table.created_at),
    index("broadcasts_due").on(table.state, table.due_at),
    index("broadcasts_maker").on(table.made_by),
    index("broadcasts_sender").on(table.sent_by),
    index("broadcasts_approver").on(table.approved_by),
  ],
);

/** Whom a message was meant for when it was sent off, until it's out. */
export const broadcastAudiences = pgTable(
  "broadcast_audiences",
  {
    broadcast_id: uuid()
      .notNull()
      .references(() => broadcasts.id, { onDelete: "cascade" }),
    account: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.broadcast_id, table.account] }),
    index("broadcast_audiences_account").on(table.account),
  ],
);

/** Who had their turn, and what reached them: written with what tells them, so that nobody is told twice. */
export const broadcastReceivers = pgTable(
  "broadcast_receivers",
  {
    broadcast_id: uuid()
      .notNull()
      .references(() => broadcasts.id, { onDelete: "cascade" }),
    account: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** Empty if they don't want it, or got enough lately. */
    channels: text().array().$type<Channel[]>().notNull(),
    is_capped: boolean().notNull(),
    /** When they first followed the link in the e-mail, as far as it wasn't a program. */
    clicked_at: isoTime(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.broadcast_id, table.account] }),
    index("broadcast_receivers_account").on(table.account),
  ],
);

/** What the instance has sent to people on its own account lately, so that it isn't too much. */
export const instanceMessages = pgTable(
  "instance_messages",
  {
    account: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** The message, whoever sends it: a broadcast's id, or a reminder's rule and occasion. */
    key: text().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.key] }),
    index("instance_messages_age").on(table.created_at),
  ],
);

/** What staff write again and again. What it says is in its versions. */
export const broadcastTemplates = pgTable("broadcast_templates", {
  /** Chosen by the browser, so that saving it twice makes one. */
  id: uuid().primaryKey(),
  /** The latest. */
  version: integer().notNull(),
  created_at: isoTime().notNull(),
});

/** Every state that a template was saved in. */
export const broadcastTemplateVersions = pgTable(
  "broadcast_template_versions",
  {
    template_id: uuid()
      .notNull()
      .references(() => broadcastTemplates.id, { onDelete: "cascade" }),
    version: integer().notNull(),
    name: text().notNull(),
    versions: jsonb().$type<Versions>().notNull(),
    channels: text().array().$type<Channel[]>().notNull(),
    target: text().$type<TargetName>().notNull(),
    made_by: staffMember(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.template_id, table.version] }),
    index("broadcast_template_versions_maker").on(table.made_by),
  ],
);
