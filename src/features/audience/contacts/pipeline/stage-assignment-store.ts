import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import {
  purgeRemoved,
  type Removal,
  type Restoration,
  recordBefore,
  takeBefore,
} from "#src/platform/db/undo.ts";
import { type ContactFilter, matching } from "../list/filter-store.ts";
import { contacts } from "../tables.ts";
import { lockStages } from "./pipeline-store.ts";

/** The assignment of many contacts: a stage, a responsible person, or both. Null for none. */
export interface StageChange {
  stage_id?: string | null | undefined;
  owner_id?: string | null | undefined;
}

/** The name under which bulk assignment records its undo data. */
const PLACED = "contacts.place";

function isElsewhere({ stage_id, owner_id }: StageChange) {
  return or(
    stage_id === undefined ? undefined : sql`${contacts.stage_id} is distinct from ${stage_id}::uuid`,
    owner_id === undefined ? undefined : sql`${contacts.owner_id} is distinct from ${owner_id}::text`,
  );
}

export async function countStageChanges(
  db: Db,
  filter: ContactFilter,
  placing: StageChange,
): Promise<number> {
  return db.$count(contacts, and(matching(filter), isElsewhere(placing)));
}

/** Returns the ids of those that changed: none if the stage has been removed by now. */
export async function updateStages(
  db: Db,
  filter: ContactFilter,
  { removal, stage_id, owner_id }: StageChange & { removal: Removal },
): Promise<string[]> {
  const stages = await lockStages(db, filter.account);
  if (stage_id && !stages.some(({ id }) => id === stage_id)) return [];
  const before = await db
    .select({
      id: contacts.id,
      stage_id: contacts.stage_id,
      stage_at: contacts.stage_at,
      owner_id: contacts.owner_id,
    })
    .from(contacts)
    .where(and(matching(filter), isElsewhere({ stage_id, owner_id })))
    .for("update");
  const ids = before.map(({ id }) => id);
  const moved = { stage_id, stage_at: stage_id === null ? null : removal.at };
  await db
    .update(contacts)
    .set({
      ...(stage_id !== undefined && moved),
      ...(owner_id !== undefined && { owner_id }),
      updated_at: removal.at,
    })
    .where(and(eq(contacts.user_id, filter.account), inArray(contacts.id, ids)));
  const placing = {
    ...(stage_id !== undefined && { stage_id }),
    ...(owner_id !== undefined && { owner_id }),
  };
  await recordBefore(
    db,
    { ...removal, name: PLACED },
    before.map((row) => ({ ...row, made: placing })),
  );
  return ids;
}

export function purgeStageChanges(db: Db, before: string) {
  return purgeRemoved(db, PLACED, { before });
}

interface Noted {
  id: string;
  stage_id: string | null;
  stage_at: string | null;
  owner_id: string | null;
  made: StageChange;
}

/**
 * Undoes some of an assignment's changes, except for contacts that were changed again. A stage that's been
 * removed since isn't restored. Returns how many it undid.
 */
export async function updateUndoneStages(db: Db, restoration: Restoration): Promise<number> {
  const changed = await takeBefore<Noted>(db, PLACED, restoration);
  if (changed.length === 0) return 0;
  const stages = (await lockStages(db, restoration.account)).map(({ id }) => id);
  const rows = changed.map((row) => {
    const isKnown = row.stage_id !== null && stages.includes(row.stage_id);
    return { ...row, ...(!isKnown && { stage_id: null, stage_at: null }) };
  });
  for (const [column, more] of [
    ["stage_id", sql`stage_at = r.stage_at,`],
    ["owner_id", sql``],
  ] as const) {
    const name = sql.identifier(column);
    const those = rows.filter(({ made }) => made[column] !== undefined);
    const type = sql.raw(column === "stage_id" ? "uuid" : "text");
    await db.execute(
      sql`update contacts c set ${more} ${name} = r.${name}
        from jsonb_to_recordset(${JSON.stringify(those)}::jsonb)
          as r(id uuid, stage_id uuid, stage_at timestamptz, owner_id text, made jsonb)
        where c.user_id = ${restoration.account} and c.id = r.id
          and c.${name} is not distinct from (r.made->>${column})::${type}`,
    );
  }
  return changed.length;
}
