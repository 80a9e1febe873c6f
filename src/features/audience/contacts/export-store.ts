import { and, asc, eq, sql } from "drizzle-orm";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { arrayText } from "#src/platform/db/rows.ts";
import type { ConsentRow } from "./store.ts";
import { contactConsents } from "./tables.ts";

export function listConsentsOfMany(db: Db, account: string, ids: readonly string[]): Promise<ConsentRow[]> {
  return db
    .select()
    .from(contactConsents)
    .where(
      and(
        eq(contactConsents.user_id, account),
        sql`${contactConsents.contact_id} = any(${arrayText(ids)}::uuid[])`,
      ),
    )
    .orderBy(asc(contactConsents.topic));
}

export function listPageNames(db: Db, account: string): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: clientProfiles.id, name: clientProfiles.name })
    .from(clientProfiles)
    .where(eq(clientProfiles.user_id, account));
}
