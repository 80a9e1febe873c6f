import { eq, type SQL, sql } from "drizzle-orm";
import type { Topic } from "#src/features/audience/consent-records/rules.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { FieldDefinition, Stage } from "../rules.ts";
import { contactSettings } from "../tables.ts";

export interface ContactSettings {
  fields: FieldDefinition[];
  tags: string[];
  stages: Stage[];
  currency: string;
  topics: Topic[];
}

const NOTHING_SETTLED: ContactSettings = { fields: [], tags: [], stages: [], currency: "USD", topics: [] };

const SETTLED = {
  fields: contactSettings.fields,
  tags: contactSettings.tags,
  stages: contactSettings.stages,
  currency: contactSettings.currency,
  topics: contactSettings.topics,
};

export async function findSettings(db: Db, account: string): Promise<ContactSettings> {
  const [row] = await db.select(SETTLED).from(contactSettings).where(eq(contactSettings.user_id, account));
  return row ?? NOTHING_SETTLED;
}

/** Returns the settings, locked until the transaction ends. */
export async function lockSettings(db: Db, account: string): Promise<ContactSettings> {
  await db.insert(contactSettings).values({ user_id: account }).onConflictDoNothing();
  const [row] = await db
    .select(SETTLED)
    .from(contactSettings)
    .where(eq(contactSettings.user_id, account))
    .for("update");
  return row ?? NOTHING_SETTLED;
}

export async function updateFields(db: Db, account: string, fields: FieldDefinition[]): Promise<void> {
  await db.update(contactSettings).set({ fields }).where(eq(contactSettings.user_id, account));
}

export async function updateTopics(db: Db, account: string, topics: Topic[]): Promise<void> {
  await db.update(contactSettings).set({ topics }).where(eq(contactSettings.user_id, account));
}

const KNOWN_TAGS_MAX = 1000;

export async function upsertTags(db: Db, account: string, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return;
  const list = sql`array[${sql.join(
    tags.map((tag) => sql`${tag}`),
    sql`, `,
  )}]::text[]`;
  await db
    .insert(contactSettings)
    .values({ user_id: account, tags: list as unknown as string[] })
    .onConflictDoUpdate({
      target: contactSettings.user_id,
      set: {
        tags: sql`(select array_agg(tag order by lower(tag), tag) from (select unnest(${contactSettings.tags}) as tag
          union select unnest(${list})) as known)`,
      },
      setWhere: sql`not ${contactSettings.tags} @> ${list} and cardinality(${contactSettings.tags}) < ${KNOWN_TAGS_MAX}`,
    });
}

/** Returns the tags of contacts who signed up on some profiles' pages. */
export async function listTagsOf(db: Db, account: string, profileIds: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ tag: string }>(
    db,
    sql`select distinct on (lower(tag), tag) tag from contacts, unnest(tags) as tag
      where user_id = ${account} and profile_ids && ${sql.param([...profileIds])}::uuid[]
      order by lower(tag), tag limit ${KNOWN_TAGS_MAX}`,
  );
  return rows.map(({ tag }) => tag);
}

/** SQL for the accounts whose hashes are among the suppressions: those that exports came from. */
export function formerAccounts(account: string): SQL {
  return sql`(select unnest(former_accounts) from contact_settings where user_id = ${account})`;
}
