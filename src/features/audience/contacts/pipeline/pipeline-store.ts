import { and, eq, inArray, isNotNull, notInArray, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { type ContactFilter, matching } from "../list/filter-store.ts";
import type { Stage } from "../rules.ts";
import type { ContactRow } from "../store.ts";
import { contactSettings, contacts, contactTasks } from "../tables.ts";

export interface StageSum {
  stage_id: string | null;
  count: number;
  value_cents: number;
}

/** Returns the number and the total value of matching contacts in each stage. */
export function listStageSums(db: Db, filter: ContactFilter): Promise<StageSum[]> {
  return db
    .select({
      stage_id: contacts.stage_id,
      count: sql<number>`count(*)::int`,
      value_cents: sql<number>`coalesce(sum(${contacts.value_cents}), 0)::float8`,
    })
    .from(contacts)
    .where(and(matching(filter), isNotNull(contacts.stage_id)))
    .groupBy(contacts.stage_id);
}

/** Returns the account's stages, locked until the transaction ends. */
export async function lockStages(db: Db, account: string): Promise<Stage[]> {
  const [row] = await db
    .select({ stages: contactSettings.stages })
    .from(contactSettings)
    .where(eq(contactSettings.user_id, account))
    .for("share");
  return row?.stages ?? [];
}

export async function updatePipeline(
  db: Db,
  account: string,
  pipeline: { stages: Stage[]; currency?: string | undefined },
): Promise<void> {
  await db.update(contactSettings).set(pipeline).where(eq(contactSettings.user_id, account));
}

export async function updateContactsOfStages(
  db: Db,
  account: string,
  stages: readonly string[],
): Promise<void> {
  if (stages.length === 0) return;
  await db
    .update(contacts)
    .set({ stage_id: null, stage_at: null })
    .where(and(eq(contacts.user_id, account), inArray(contacts.stage_id, [...stages])));
}

/** Undefined if they're no longer in the expected stage. */
export async function updateStage(
  db: Db,
  { account, id, from }: { account: string; id: string; from: string | null },
  changes: Partial<Pick<ContactRow, "stage_id" | "stage_at" | "value_cents" | "owner_id" | "updated_at">>,
): Promise<ContactRow | undefined> {
  const [row] = await db
    .update(contacts)
    .set(changes)
    .where(
      and(
        eq(contacts.user_id, account),
        eq(contacts.id, id),
        sql`${contacts.stage_id} is not distinct from ${from}`,
      ),
    )
    .returning();
  return row;
}

/** Unassigns contacts from stages and people other than these. */
export async function updateStaleAssignments(
  db: Db,
  account: string,
  { stages, people }: { stages: readonly string[]; people: readonly string[] },
): Promise<void> {
  const { user_id, stage_id, owner_id } = contacts;
  await db
    .update(contacts)
    .set({ stage_id: null, stage_at: null })
    .where(and(eq(user_id, account), isNotNull(stage_id), notInArray(stage_id, [...stages])));
  await db
    .update(contacts)
    .set({ owner_id: null })
    .where(and(eq(user_id, account), isNotNull(owner_id), notInArray(owner_id, [...people])));
}

/** Unassigns someone from all leads of one account, or of all. */
export async function updateUnassigned(
  db: Db,
  { person, account }: { person: string; account?: string },
): Promise<void> {
  await db
    .update(contacts)
    .set({ owner_id: null })
    .where(
      and(eq(contacts.owner_id, person), account === undefined ? undefined : eq(contacts.user_id, account)),
    );
  await db
    .update(contactTasks)
    .set({ assignee_id: null })
    .where(
      and(
        eq(contactTasks.assignee_id, person),
        account === undefined ? undefined : eq(contactTasks.user_id, account),
      ),
    );
}
