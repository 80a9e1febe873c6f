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

/** Known ones lock nothing: what adds tags may go on for long, and an account's sequences and rules do it all the time. */
export async function upsertTags(db: Db, account: string, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return;
  const list = sql`${sql.param([...tags])}::text[]`;
  await db.execute(sql`insert into contact_settings as s (user_id, tags)
    select ${account}, (select array_agg(tag order by lower(tag), tag) from (select distinct unnest(${list}) as tag) as new)
    where not exists (select 1 from contact_settings
      where user_id = ${account} and (tags @> ${list} or cardinality(tags) >= ${KNOWN_TAGS_MAX}))
    on conflict (user_id) do update set tags = (select array_agg(tag order by lower(tag), tag)
      from (select unnest(s.tags) as tag union select unnest(excluded.tags)) as known)`);
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
