import { and, eq, gte, inArray, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import { teamMembers } from "#src/features/identity/team/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import {
  isPartOf,
  type ListShape,
  type PageParts,
  readPage,
  readPages,
  sortBy,
} from "#src/platform/db/list.ts";
import { events } from "#src/platform/tables.ts";

export interface EntryFilter {
  account: string;
  /** The id from which on events are listed. */
  since: string;
  /** Limits the list to this person or key. */
  by?: string | undefined;
  /** Limits the list to events with these names. */
  names?: readonly string[] | undefined;
  /** Events with these names, or by people whose name contains the words. */
  search?: { words: string; names: readonly string[] } | undefined;
}

const LIST: ListShape<"newest"> = {
  // Ids are in chronological order.
  sorts: { newest: sortBy(events.id) },
  tie: [],
  usual: { sort: "newest", order: "desc" },
};

/**
 * better-auth handles signing in and up before there's an actor. Its events about a person count as that
 * person's. The log doesn't reveal which staff member did something: that stays in the event.
 */
const actorId = sql<
  string | null
>`case when ${events.actor}->>'type' <> 'staff' then coalesce(${events.actor}->>'id',
  case when ${events.actor}->>'job' = 'process' and ${events.name} <> 'account.banned' then ${events.subject} end) end`;

function matching({ account, since, by, names, search }: EntryFilter): SQL | undefined {
  return and(
    eq(events.account, account),
    gte(events.id, since),
    // Visitors' actions are in the figures and among the leads. Here they would bury everything else.
    ne(sql`${events.actor}->>'type'`, "visitor"),
    by === undefined ? undefined : eq(actorId, by),
    names && inArray(events.name, [...names]),
    search &&
      or(inArray(events.name, [...search.names]), isPartOf(sql`coalesce(${user.name}, '')`, search.words)),
  );
}

function entries(db: Db, filter: EntryFilter, { key, after, orderBy, limit }: PageParts) {
  return db
    .select({ event: events, by: actorId, person: user.name, key })
    .from(events)
    .leftJoin(user, eq(user.id, actorId))
    .where(and(matching(filter), after))
    .orderBy(...orderBy)
    .limit(limit);
}

export type EntryRow = Awaited<ReturnType<typeof entries>>[number];

export function listEntries(
  db: Db,
  filter: EntryFilter,
  { cursor, rows }: { cursor: string | undefined; rows: number },
) {
  return readPage({ shape: LIST, request: { cursor }, rows }, (parts) => entries(db, filter, parts));
}

export function listEntryBatches(db: Db, filter: EntryFilter, rows: number) {
  return readPages({ shape: LIST, rows, account: filter.account }, (parts) => entries(db, filter, parts));
}

export function listTeam(db: Db, account: string): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: user.id, name: user.name })
    .from(user)
    .leftJoin(teamMembers, and(eq(teamMembers.user_id, user.id), eq(teamMembers.account, account)))
    .where(or(eq(user.id, account), isNotNull(teamMembers.account)))
    .orderBy(user.name, user.id);
}
