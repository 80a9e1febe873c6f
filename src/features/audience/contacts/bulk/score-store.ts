import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import {
  isRecorded,
  purgeRemoved,
  type Removal,
  type Restoration,
  recordBefore,
  takeBefore,
} from "#src/platform/db/undo.ts";
import { type ContactFilter, matching } from "../list/filter-store.ts";
import { SCORE_MAX } from "../rules.ts";
import { contacts } from "../tables.ts";

/** The name under which bulk scoring records its undo data. */
const SCORED = "contacts.score";

/** An interrupted change that starts over mustn't add its points twice. */
function isUnscored(account: string, undoId: string): SQL {
  return sql`not ${isRecorded({ account, undoId, name: SCORED }, contacts.id)}`;
}

const within = (score: SQL) => sql`greatest(${-SCORE_MAX}::int, least(${SCORE_MAX}::int, ${score}))`;

export function countUnscored(db: Db, filter: ContactFilter, undoId: string): Promise<number> {
  return db.$count(contacts, and(matching(filter), isUnscored(filter.account, undoId)));
}

/** Returns the ids of those that changed. */
export async function updateScores(
  db: Db,
  filter: ContactFilter,
  { points, removal }: { points: number; removal: Removal },
): Promise<string[]> {
  const before = await db
    .select({ id: contacts.id, was: contacts.score })
    .from(contacts)
    .where(and(matching(filter), isUnscored(filter.account, removal.undoId)))
    .for("update");
  const ids = before.map(({ id }) => id);
  const after = await db
    .update(contacts)
    .set({ score: within(sql`${contacts.score} + ${points}::int`), updated_at: removal.at })
    .where(and(eq(contacts.user_id, filter.account), inArray(contacts.id, ids)))
    .returning({ id: contacts.id, score: contacts.score });
  const now = new Map(after.map(({ id, score }) => [id, score]));
  const added = before.map(({ id, was }) => ({ id, points: (now.get(id) ?? was) - was }));
  await recordBefore(db, { ...removal, name: SCORED }, added);
  return ids;
}

/** Takes some of the points back, whatever else has changed the scores since. Returns how many contacts. */
export async function updateUndoneScores(db: Db, restoration: Restoration): Promise<number> {
  const changed = await takeBefore<{ id: string; points: number }>(db, SCORED, restoration);
  if (changed.length === 0) return 0;
  await db.execute(
    sql`update contacts c set score = ${within(sql`c.score - r.points`)}
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r(id uuid, points int)
      where c.user_id = ${restoration.account} and c.id = r.id`,
  );
  return changed.length;
}

export function purgeScoreChanges(db: Db, before: string) {
  return purgeRemoved(db, SCORED, { before });
}
