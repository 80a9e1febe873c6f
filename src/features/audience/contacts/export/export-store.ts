import { eq } from "drizzle-orm";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import type { Db } from "#src/platform/db/database.ts";

export function listPageNames(db: Db, account: string): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: clientProfiles.id, name: clientProfiles.name })
    .from(clientProfiles)
    .where(eq(clientProfiles.user_id, account));
}
