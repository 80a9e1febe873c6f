import { and, count, desc, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import type { SignalKind } from "#src/features/public/moderation/signal-rules.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { type ListShape, readPage } from "#src/platform/db/list.ts";
import { HITS_SHOWN } from "./rules.ts";
import { signalHits, signalSwitches } from "./tables.ts";

export type SwitchRow = typeof signalSwitches.$inferSelect;

export async function listSwitchRows(db: Db): Promise<(SwitchRow & { by_name: string | null })[]> {
  const rows = await db
    .select({ row: signalSwitches, by_name: user.name })
    .from(signalSwitches)
    .leftJoin(user, eq(user.id, signalSwitches.changed_by));
  return rows.map(({ row, by_name }) => ({ ...row, by_name }));
}

export async function upsertSwitch(db: Db, row: SwitchRow): Promise<void> {
  await db.insert(signalSwitches).values(row).onConflictDoUpdate({ target: signalSwitches.kind, set: row });
}

/** Pages with a hit since then, by signal. */
export async function countHits(db: Db, since: string): Promise<Map<SignalKind, number>> {
  const rows = await db
    .select({ signal: signalHits.signal, hits: count() })
    .from(signalHits)
    .where(gte(signalHits.last_at, since))
    .groupBy(signalHits.signal);
  return new Map(rows.map(({ signal, hits }) => [signal, hits]));
}

const LATEST: ListShape<"last"> = {
  sorts: { last: { by: signalHits.last_at, type: "timestamptz", isNullable: false } },
  // biome-ignore format: one each
  tie: [signalHits.subject],
  usual: { sort: "last", order: "desc" },
};

export function listHitRows(
  db: Db,
  { kind, cursor, since }: { kind: SignalKind; cursor: string | undefined; since: string },
) {
  return readPage({ shape: LATEST, request: { cursor }, rows: HITS_SHOWN }, (parts) =>
    db
      .select({
        key: parts.key,
        hit: signalHits,
        page_id: clientProfiles.id,
        username: clientProfiles.username,
        account_name: user.name,
      })
      .from(signalHits)
      .leftJoin(clientProfiles, eq(clientProfiles.id, signalHits.profile_id))
      .leftJoin(user, eq(user.id, signalHits.account))
      .where(and(eq(signalHits.signal, kind), gte(signalHits.last_at, since), parts.after))
      .orderBy(...parts.orderBy)
      .limit(parts.limit),
  );
}

export type HitRow = typeof signalHits.$inferSelect;

export async function findHit(db: Db, signal: SignalKind, subject: string): Promise<HitRow | undefined> {
  const [row] = await db
    .select()
    .from(signalHits)
    .where(and(eq(signalHits.signal, signal), eq(signalHits.subject, subject)))
    .for("update");
  return row;
}

/** What was found first keeps its time. */
export async function upsertHit(db: Db, row: HitRow): Promise<void> {
  const { signal, subject, first_at, ...set } = row;
  await db
    .insert(signalHits)
    .values(row)
    .onConflictDoUpdate({ target: [signalHits.signal, signalHits.subject], set });
}

export async function countCased(db: Db, signal: SignalKind, since: string): Promise<number> {
  const [row] = await db
    .select({ cased: count() })
    .from(signalHits)
    .where(and(eq(signalHits.signal, signal), gte(signalHits.cased_at, since)));
  return row?.cased ?? 0;
}

export async function deleteHitsOf(db: Db, profileId: string): Promise<void> {
  await db.delete(signalHits).where(eq(signalHits.profile_id, profileId));
}

export async function purgeHits(db: Db, before: string): Promise<void> {
  await db.delete(signalHits).where(and(lt(signalHits.last_at, before), isNull(signalHits.case_id)));
}

/** The newest page of an account, which a case about its campaign is about. */
export async function findMainPage(db: Db, account: string) {
  const [row] = await db
    .select({ id: clientProfiles.id, username: clientProfiles.username, owner_id: clientProfiles.user_id })
    .from(clientProfiles)
    .where(
      and(
        eq(clientProfiles.user_id, account),
        isNull(clientProfiles.deleted_at),
        isNull(clientProfiles.draft_of),
      ),
    )
    .orderBy(desc(clientProfiles.created_at))
    .limit(1);
  return row;
}

/** What a campaign says, as it’s about to go out. */
export async function findCampaignText(
  db: Db,
  { account, id }: { account: string; id: string },
): Promise<string | undefined> {
  const [row] = await rowsOf<{ text: string }>(
    db,
    sql`select concat_ws(chr(10), c.subject, c.preheader, c.html, c.blocks::text, t.subject, t.preheader, t.source,
        t.text) as text
      from campaigns c left join templates t on t.user_id = c.user_id and t.id = c.template_id
      where c.user_id = ${account} and c.id = ${id}`,
  );
  return row?.text;
}
