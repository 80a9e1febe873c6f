import { and, eq, sql } from "drizzle-orm";
import { contacts, type PersonSource, type TimelineSource } from "#src/features/audience/contacts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { type ListShape, type PageRequest, readPage, sortBy } from "#src/platform/db/list.ts";
import { segmentMoves } from "./tables.ts";

/** A contact's comings and leavings, for people with access to the whole account, as segments are about all of it. */
export const segmentTimeline: TimelineSource = ({ account, id, profileIds }) => sql`
  select m.id, 'segment_' || m.kind as kind, m.at, jsonb_build_object('segment', s.name) as data
    from segment_moves m join segments s on s.user_id = m.user_id and s.id = m.segment_id
    where m.user_id = ${account} and m.contact_id = ${id} and ${profileIds === null}`;

/** The segments a person is in, for the export of their data. */
export const segmentsOfPerson: PersonSource = {
  name: "segments",
  rows: ({ account, ids }) => sql`select s.name, s.kind, m.added_at from segment_members m
    join segments s on s.user_id = m.user_id and s.id = m.segment_id
    where m.user_id = ${account} and m.contact_id = any(${ids}::uuid[]) order by m.added_at, s.name`,
};

const NEWEST: ListShape<"at"> = {
  sorts: { at: sortBy(segmentMoves.at) },
  tie: [segmentMoves.id],
  usual: { sort: "at", order: "desc" },
};

/** Who came into a segment and who left, as far as they're still on the list. */
export function listMoveRows(
  db: Db,
  { account, segment_id }: { account: string; segment_id: string },
  page: { request: PageRequest<"at">; rows: number },
) {
  const { id, kind, at } = segmentMoves;
  const own = and(eq(segmentMoves.user_id, account), eq(segmentMoves.segment_id, segment_id));
  return readPage({ shape: NEWEST, ...page }, ({ key, after, orderBy, limit }) =>
    db
      .select({ id, kind, at, key, contact: { id: contacts.id, name: contacts.name, email: contacts.email } })
      .from(segmentMoves)
      .innerJoin(
        contacts,
        and(eq(contacts.user_id, segmentMoves.user_id), eq(contacts.id, segmentMoves.contact_id)),
      )
      .where(and(own, after))
      .orderBy(...orderBy)
      .limit(limit),
  );
}
