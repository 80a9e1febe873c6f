import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { AutomationKey } from "./store.ts";

/** Drops the frozen e-mail of versions before this one in which nobody is, and no run waits to be tried again. */
export async function updateUnusedVersions(
  db: Db,
  { user_id, id, version }: AutomationKey & { version: number },
): Promise<void> {
  await db.execute(sql`update automation_versions v set snapshots = '{}'
    where v.user_id = ${user_id} and v.automation_id = ${id}::uuid and v.snapshots <> '{}' and v.version < ${version}
      and not exists (select 1 from automation_runs r where r.user_id = v.user_id and r.automation_id = v.automation_id
        and r.version = v.version and (r.ended_at is null or r.state = 'failed'))`);
}

/** The room that an account's versions take up. */
export async function countVersionBytes(db: Db, account: string): Promise<number> {
  const [row] = await rowsOf<{ bytes: string }>(
    db,
    sql`select coalesce(sum(pg_column_size(definition) + pg_column_size(snapshots)), 0) as bytes
      from automation_versions where user_id = ${account}`,
  );
  return Number(row?.bytes ?? 0);
}
