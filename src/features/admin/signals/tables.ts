import { bigint, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { SIGNAL_KINDS } from "#src/features/public/moderation/signal-rules.ts";
import { bytes, isoTime } from "#src/platform/db/columns.ts";
import { SIGNAL_MODES } from "./rules.ts";

/** What staff changed about signals. One without a row is as it usually is. */
export const signalSwitches = pgTable("signal_switches", {
  kind: text({ enum: SIGNAL_KINDS }).primaryKey(),
  mode: text({ enum: SIGNAL_MODES }).notNull(),
  threshold: integer(),
  /** Words or brands. */
  entries: text().array(),
  changed_at: isoTime().notNull(),
  changed_by: text(),
});

/** Lists of bad hosts. */
export const signalLists = pgTable("signal_lists", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  /** Null for a file that was uploaded. */
  url: text(),
  hosts: integer().notNull().default(0),
  /** Lines that nobody understood. */
  ignored: integer().notNull().default(0),
  /** Changes with the hosts, so that each node notices. */
  revision: uuid(),
  updated_at: isoTime(),
  /** When an update was last asked for and last tried. */
  asked_at: isoTime(),
  tried_at: isoTime(),
  /** Why the last try failed. The hosts are those from before. */
  problem: text(),
  created_at: isoTime().notNull(),
  created_by: text(),
});

/** The hosts of each list, as 8 bytes each (`lists/host-set.ts`). */
export const signalListHosts = pgTable("signal_list_hosts", {
  list_id: uuid().primaryKey(),
  digests: bytes().notNull(),
});

/** Pages that changed, by triggers: `examination.ts` is behind with them. */
export const signalChecks = pgTable("signal_checks", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  profile_id: uuid().notNull(),
  /** A link with a new address, if that's what changed. */
  link_id: uuid(),
});

/** What signals found, once for each page; or account, if it has none. */
export const signalHits = pgTable(
  "signal_hits",
  {
    signal: text({ enum: SIGNAL_KINDS }).notNull(),
    /** The page's id, or the account's. */
    subject: text().notNull(),
    profile_id: uuid(),
    account: text().notNull(),
    /** What it's about, such as a host: more of the same isn't news. */
    found: text().notNull(),
    /** A sentence for staff. */
    why: text().notNull(),
    case_id: uuid(),
    cased_at: isoTime(),
    first_at: isoTime().notNull(),
    last_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.signal, table.subject] }),
    index("signal_hits_last").on(table.signal, table.last_at, table.subject),
    index("signal_hits_cased").on(table.signal, table.cased_at),
    index("signal_hits_account").on(table.account),
    index("signal_hits_profile").on(table.profile_id),
  ],
);
