import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { SequenceKey } from "./store.ts";

/** Drops the frozen e-mail of old versions that nobody is inside of: nobody gets into those anymore. */
export async function updateUnusedVersions(db: Db, { user_id, id }: SequenceKey): Promise<void> {
  await db.execute(sql`update sequence_versions v set snapshots = '{}'
    where v.user_id = ${user_id} and v.sequence_id = ${id}::uuid and v.snapshots <> '{}'
      and v.version < (select version from sequences s where s.user_id = v.user_id and s.id = v.sequence_id)
      and not exists (select 1 from enrollments e where e.user_id = v.user_id and e.sequence_id = v.sequence_id
        and e.version = v.version and e.ended_at is null)`);
}

/** The room that an account's versions take up. */
export async function countVersionBytes(db: Db, account: string): Promise<number> {
  const [row] = await rowsOf<{ bytes: string }>(
    db,
    sql`select coalesce(sum(pg_column_size(definition) + pg_column_size(snapshots)), 0) as bytes
      from sequence_versions where user_id = ${account}`,
  );
  return Number(row?.bytes ?? 0);
}
