import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";
import type { BACKUP_CAUSES, BACKUP_STATES } from "./backups/backup-rules.ts";
import type { NodeFigures } from "./rules.ts";

/** Backups that were made or tried, for as long as someone may ask. The files may be gone by then. */
export const backups = pgTable(
  "backups",
  {
    /** In chronological order. */
    id: uuid().primaryKey(),
    cause: text().$type<(typeof BACKUP_CAUSES)[number]>().notNull(),
    state: text().$type<(typeof BACKUP_STATES)[number]>().notNull(),
    /** The name of the machine whose disk has it. */
    node: text().notNull(),
    /** The whole path. */
    file: text().notNull(),
    is_encrypted: boolean().notNull(),
    bytes: bigint({ mode: "number" }).notNull().default(0),
    row_count: bigint({ mode: "number" }).notNull().default(0),
    picture_count: integer().notNull().default(0),
    lost_pictures: integer().notNull().default(0),
    /** Why it failed. */
    reason: text().notNull().default(""),
    started_at: isoTime().notNull(),
    ended_at: isoTime(),
    verified_at: isoTime(),
    /** What a restore into a scratch database found. Empty if all was as it should be. */
    verdict: text().notNull().default(""),
  },
  (table) => [index("backups_time").on(table.started_at)],
);

/** The processes of this instance. Each writes its own row every few seconds, and takes it away when it stops. */
export const nodes = pgTable("nodes", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  version: text().notNull(),
  roles: text().array().notNull(),
  figures: jsonb().$type<NodeFigures>().notNull(),
  started_at: isoTime().notNull(),
  seen_at: isoTime().notNull(),
});

/** Services of others that the instance itself needs, and how the last attempts went. */
export const outgoingDoors = pgTable("outgoing_doors", {
  name: text().primaryKey(),
  succeeded_at: isoTime(),
  failed_at: isoTime(),
  failure: text().notNull().default(""),
});
